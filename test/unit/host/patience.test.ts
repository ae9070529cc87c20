import { describe, expect, it } from "vitest";
import { inTime, Overdue, soon, type Patience } from "../../../extension/host/providers/patience.ts";

const never = new Promise<never>(() => undefined);
const short: Patience = { firstByteMs: 5, idleMs: 5 };
const long: Patience = { firstByteMs: 60_000, idleMs: 60_000 };
const going = new AbortController().signal;

/** Pieces, after which it hangs or ends; it heeds nothing. */
function source(pieces: readonly string[], after: "hangs" | "ends" | "fails") {
  const left = [...pieces];
  const seen = { returned: 0 };
  const iterator: AsyncIterator<string> = {
    next: () => {
      const value = left.shift();
      if (value !== undefined) return Promise.resolve({ value, done: false });
      if (after === "fails") return Promise.reject(new Error("broken"));
      return after === "ends" ? Promise.resolve({ value: undefined, done: true }) : never;
    },
    return: () => {
      seen.returned++;
      return never;
    },
  };
  return { seen, answer: { [Symbol.asyncIterator]: () => iterator } };
}

it("work that does not come soon is given up", async () => {
  expect(await soon(Promise.resolve(1), 60_000)).toBe(1);
  await expect(soon(Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  await expect(soon(never, 1)).rejects.toThrow(Overdue);
});

async function read(pieces: AsyncIterable<string>): Promise<readonly unknown[]> {
  const got: unknown[] = [];
  try {
    for await (const piece of pieces) got.push(piece);
  } catch (error) {
    got.push(error instanceof Overdue ? error.phase : error instanceof Error ? error.message : error);
  }
  return got;
}

describe("an answer that is waited for in time", () => {
  const check = (name: string, pieces: readonly string[], after: "hangs" | "ends" | "fails", want: unknown): void => {
    it(name, async () => {
      const { answer, seen } = source(pieces, after);
      const patience = after === "hangs" ? short : long;
      expect(await read(inTime(() => Promise.resolve(answer), patience, going))).toEqual(want);
      expect(seen.returned).toBe(1);
    });
  };
  check("comes whole", ["a", "b"], "ends", ["a", "b"]);
  check("may be empty", [], "ends", []);
  check("fails as its source does", ["a"], "fails", ["a", "broken"]);
  check("is given up before its first piece", [], "hangs", ["first-byte"]);
  check("is given up in its middle", ["a"], "hangs", ["a", "idle"]);

  it("is given up where not even the request is answered", async () => {
    expect(await read(inTime(() => never, short, going))).toEqual(["first-byte"]);
  });

  it("fails as the request does", async () => {
    expect(await read(inTime(() => Promise.reject(new Error("no")), long, going))).toEqual(["no"]);
  });

  it("ends at once where the signal is aborted, though the source heeds none", async () => {
    for (const pieces of [[], ["a"]]) {
      const stop = new AbortController();
      const { answer, seen } = source(pieces, "hangs");
      const reading = read(inTime(() => Promise.resolve(answer), long, stop.signal));
      setTimeout(() => {
        stop.abort("stopped");
      });
      expect(await reading).toEqual([...pieces, "stopped"]);
      expect(seen.returned).toBe(1);
    }
    expect(await read(inTime(() => never, long, AbortSignal.abort("before")))).toEqual(["before"]);
  });

  it("lets its source end where the reader leaves", async () => {
    const { answer, seen } = source(["a", "b"], "hangs");
    for await (const piece of inTime(() => Promise.resolve(answer), long, going)) {
      expect(piece).toBe("a");
      break;
    }
    expect(seen.returned).toBe(1);
  });
});
