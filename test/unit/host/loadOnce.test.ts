import { expect, test } from "vitest";
import { loadOnce } from "../../../extension/host/loadOnce.ts";

test("what has failed to load is loaded again, once, and whoever only looks is not told", async () => {
  let tries = 0;
  const loaded = loadOnce(async () => {
    await Promise.resolve();
    if (++tries < 3) throw new Error(`Try ${tries}`);
    return tries;
  });
  expect(await loaded.peek()).toBeUndefined();
  const [first, second] = [loaded.get(), loaded.get()];
  expect(await loaded.peek()).toBeUndefined();
  await expect(first).rejects.toThrow("Try 1");
  await expect(second).rejects.toThrow("Try 1");
  await expect(loaded.get()).rejects.toThrow("Try 2");
  expect(await Promise.all([loaded.get(), loaded.get(), loaded.peek()])).toEqual([3, 3, 3]);
  expect(await loaded.get()).toBe(3);
});

test("a load that throws at once is tried again as well", async () => {
  let tries = 0;
  const loaded = loadOnce(() => {
    if (++tries === 1) throw new Error("At once");
    return Promise.resolve(tries);
  });
  await expect(loaded.get()).rejects.toThrow("At once");
  expect(await loaded.get()).toBe(2);
});
