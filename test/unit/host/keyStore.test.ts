import { expect, it } from "vitest";
import { KeyStore } from "../../../extension/host/providers/keyStore.ts";

it("a read that failed is tried again, and one that went well is not", async () => {
  let reads = 0;
  const unasked = (): Promise<never> => Promise.reject(new Error("not asked for"));
  const keys = new KeyStore({
    get: () => (reads++ === 0 ? Promise.reject(new Error("locked")) : Promise.resolve("sk-1")),
    store: unasked,
    delete: unasked,
    onDidChange: () => ({ dispose: () => undefined }),
  });
  await expect(keys.keyFor("https://api.example.com/v1")).rejects.toThrow("locked");
  expect(await keys.keyFor("https://api.example.com/v1")).toBe("sk-1");
  expect(await keys.keyFor("https://api.example.com/v2")).toBe("sk-1");
  expect(reads).toBe(2);
});
