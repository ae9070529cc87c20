import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { isFullStress, stressed } from "../stress.ts";
import { rewriterAt, wrapped } from "./asking.ts";

const APPLIES = stressed(100, 20);
const ROUNDS = stressed(4, 1);
/** More than the noise of a run, less than what a hundred kept answers would take. */
const MOST_GROWTH = 8 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** A file of its own for each apply, of some 20 kB, whose sketch fits two places. */
function fileOf(id: number): { readonly original: string; readonly wanted: string } {
  const filler = Array.from({ length: 600 }, (_, at) => `const value${id}_${at} = ${at * id};\n`).join("");
  const original = `${filler}\nfunction a${id}() {\n  run();\n}\n\nfunction b${id}() {\n  run();\n}\n`;
  return { original, wanted: original.replace("  run();\n}\n\n", "  run();\n  stop();\n}\n\n") };
}

/** The same numbers in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) yield state / 2_147_483_648;
}

describe("many applies at once", () => {
  let server: ModelServer;
  const files = Array.from({ length: APPLIES }, (_, id) => fileOf(id));
  beforeEach(async () => {
    server = await startModelServer("fireworks", { msPerToken: 0.05 });
    server.answerWith((body) => {
      const text = JSON.stringify(body);
      return wrapped(files.find((_, id) => text.includes(`function a${id}()`))?.wanted ?? "");
    });
  });
  afterEach(() => server.close());

  /** What became of one: the text, or that it was cancelled. */
  async function apply(id: number, cancelAfterMs: number): Promise<ApplyEvent | "cancelled" | undefined> {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      stop.abort();
    }, cancelAfterMs);
    const request = {
      original: files[id]?.original ?? "",
      sketches: [
        {
          path: undefined,
          moveTo: undefined,
          language: undefined,
          sketch: {
            type: "code" as const,
            text: "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n",
          },
          replyLine: 1,
        },
      ],
      language: undefined,
      parser: undefined,
      instruction: "",
      conversation: [],
      path: `file${id}.js`,
    };
    try {
      let last: ApplyEvent | undefined;
      const rewriters = [rewriterAt("fireworks", server.url)];
      for await (const event of applySketch(request, { rewriters }, stop.signal)) last = event;
      return last;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      return "cancelled";
    } finally {
      clearTimeout(timer);
    }
  }

  test("each gives its own file or nothing, and leaves no connection, timer or memory behind", async () => {
    const random = randomNumbers(7);
    const heaps: number[] = [];
    let [done, cancelled] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const results = await Promise.all(
        files.map((_, id) => apply(id, random.next().value < 0.5 ? 60_000 : random.next().value * 400)),
      );
      results.forEach((result, id) => {
        if (result === "cancelled") cancelled++;
        else {
          done++;
          expect(result).toMatchObject({ type: "done", text: files[id]?.wanted, proof: { holds: true } });
        }
      });
      await expect.poll(() => server.openAnswers, { timeout: 10_000 }).toBe(0);
      collectGarbage();
      heaps.push(process.memoryUsage().heapUsed);
    }
    expect(Math.min(done, cancelled)).toBeGreaterThan(APPLIES / 4);
    // One round says nothing of what is left behind in memory.
    if (isFullStress) expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(MOST_GROWTH);
  }, 120_000);
});
