import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PacedWrites } from "../../../extension/host/pacedWrites.ts";

const GATHER_MS = 100;
const SHARE = 10;
const WRITING_MS = 200;

let log: string[];
let isNew: boolean;
let writes: PacedWrites;

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  isNew = true;
  const write = async (): Promise<boolean> => {
    const hadNews = isNew;
    if (hadNews) await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
    log.push(hadNews ? "written" : "nothing new");
    return hadNews;
  };
  writes = new PacedWrites(write, { gatherMs: GATHER_MS, share: SHARE });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is in the log by then. */
const after = async (milliseconds: number): Promise<readonly string[]> => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return log.splice(0);
};

test("changes are gathered, and what cannot wait takes them along", async () => {
  writes.schedule("soon");
  writes.schedule("soon");
  expect(await after(GATHER_MS + WRITING_MS - 1)).toEqual([]);
  expect(await after(1)).toEqual(["written"]);
  writes.schedule("soon");
  writes.schedule("now");
  expect(await after(WRITING_MS)).toEqual(["written"]);
  expect(await after(60_000)).toEqual([]);
});

test("a file that takes long is written seldom, also after a look that found nothing new", async () => {
  writes.schedule("soon");
  expect(await after(GATHER_MS + WRITING_MS)).toEqual(["written"]);
  isNew = false;
  writes.schedule("soon");
  expect(await after(WRITING_MS * SHARE - 1)).toEqual([]);
  expect(await after(1)).toEqual(["nothing new"]);
  isNew = true;
  writes.schedule("soon");
  expect(await after(WRITING_MS * SHARE - 1)).toEqual([]);
  expect(await after(1 + WRITING_MS)).toEqual(["written"]);
});

test("a flush writes what is scheduled, and waits for it", async () => {
  writes.schedule("soon");
  const flushed = writes.flush().then(() => log.push("flushed"));
  expect(await after(WRITING_MS)).toEqual(["written", "flushed"]);
  await flushed;
});

test("what is cancelled is not written; what is under way is waited for", async () => {
  void writes.write();
  writes.schedule("soon");
  const cancelled = writes.cancel().then(() => log.push("cancelled"));
  expect(await after(60_000)).toEqual(["written", "cancelled"]);
  await cancelled;
});

test("work between two writes holds up the later one, and does not stop it by failing", async () => {
  void writes.write();
  const working = writes.between(() => {
    log.push("between");
    return Promise.reject(new Error("The disk is full."));
  });
  void writes.write();
  const reported = expect(working).rejects.toThrow("The disk is full.");
  expect(await after(2 * WRITING_MS)).toEqual(["written", "between", "written"]);
  await reported;
});
