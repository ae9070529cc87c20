import { describe, expect, it } from "vitest";
import type { ApplyEvent, ApplyPorts, LateApplyPorts } from "../../../extension/core/apply/applyEvents.ts";
import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import { prepareSketch } from "../../../extension/core/apply/prepareSketch.ts";
import type { Rewriter, RewriteTask } from "../../../extension/core/models/rewriter.ts";

const ORIGINAL = ["function a() {", "  run();", "}", "", "function b() {", "  run();", "}", ""].join("\n");
/** It fits both functions. */
const UNSURE = "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n";
const SURE = "function a() {\n  run();\n  stop();\n}\n// ... existing code ...\n";
const LIMITS = { contextTokens: 100_000, outputTokens: 10_000 };

function requestOf(text: string, original = ORIGINAL): ApplyRequest {
  const sketch = { type: "code", text } as const;
  return {
    original,
    sketches: [{ path: undefined, moveTo: undefined, language: undefined, sketch, replyLine: 1 }],
    language: undefined,
    parser: undefined,
    instruction: "Stop after a run.",
    conversation: [],
    path: "run.js",
  };
}

interface Recorder extends Rewriter {
  readonly prepared: RewriteTask[];
  readonly rewritten: RewriteTask[];
}

function recorder(limits: Rewriter["limits"] = LIMITS): Recorder {
  const prepared: RewriteTask[] = [];
  const rewritten: RewriteTask[] = [];
  return {
    id: "test",
    name: "Test",
    limits,
    prepared,
    rewritten,
    // oxlint-disable-next-line typescript/require-await -- It only writes down what it is asked.
    async *rewrite(task) {
      rewritten.push(task);
      yield { type: "failed", failure: { type: "overloaded", message: "Not now." } };
    },
    prepare(task) {
      prepared.push(task);
      return Promise.resolve();
    },
  };
}

const signal = new AbortController().signal;

describe("prepareSketch", () => {
  const check = (
    name: string,
    request: ApplyRequest,
    wanted: boolean,
    { limits, ports = {} }: { limits?: Rewriter["limits"]; ports?: Partial<ApplyPorts> } = {},
  ): void => {
    it(name, async () => {
      const rewriter = recorder(limits);
      await prepareSketch(request, { rewriters: [rewriter], ...ports }, signal);
      expect(rewriter.prepared).toHaveLength(wanted ? 1 : 0);
      expect(rewriter.rewritten).toEqual([]);
    });
  };
  check("lets the first rewriter read ahead where the structural engine is not sure", requestOf(UNSURE), true);
  check("does nothing where it is sure", requestOf(SURE), false);
  check("reads ahead although it is, where a model is wanted", requestOf(SURE), true, {
    ports: { isModelWanted: true },
  });
  check("does nothing where there is no sketch yet", requestOf(""), false);
  check("does nothing without a rewriter", requestOf(UNSURE), false, { ports: { rewriters: [] } });
  check("does nothing where the task does not fit the model", requestOf(UNSURE), false, {
    limits: { contextTokens: 100, outputTokens: 10 },
  });

  it("reads the task that the apply then asks for, in a window too", async () => {
    const many = Array.from({ length: 900 }, (_, at) => `export const value${at} = ${at};`).join("\n");
    for (const original of [ORIGINAL, `${many}\n\n${ORIGINAL}`]) {
      for (const draft of ["guess", "original"] as const) {
        const rewriter = recorder({ ...LIMITS, window: { wholeLines: 100, marginLines: 10 } });
        const ports = { rewriters: [rewriter], draft };
        await prepareSketch(requestOf(UNSURE, original), ports, signal);
        const events: ApplyEvent[] = [];
        for await (const event of applySketch(requestOf(UNSURE, original), ports, signal)) events.push(event);
        expect(events.filter(({ type }) => type === "step").map((event) => "engine" in event && event.engine)).toEqual([
          "structural",
          rewriter.name,
        ]);
        expect(rewriter.prepared).toHaveLength(1);
        expect(rewriter.prepared).toEqual(rewriter.rewritten);
        expect(rewriter.prepared[0]?.original.split("\n").length).toBeLessThan(60);
      }
    }
  });

  it("asks for late rewriters only where it needs them, and passes by one that does not read ahead", async () => {
    let asked = 0;
    const first = recorder();
    const plain: Rewriter = {
      id: "plain",
      name: "Plain",
      limits: LIMITS,
      rewrite: (...asked) => first.rewrite(...asked),
    };
    const second = recorder();
    const ports: LateApplyPorts = {
      rewriters: () => {
        asked++;
        return Promise.resolve([plain, second]);
      },
    };
    await prepareSketch(requestOf(SURE), ports, signal);
    expect(asked).toBe(0);
    await prepareSketch(requestOf(UNSURE), ports, signal);
    expect(asked).toBe(1);
    expect(second.prepared).toEqual([]);
  });

  it("stops when it is cancelled", async () => {
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    await expect(prepareSketch(requestOf(UNSURE), { rewriters: [recorder()] }, stop.signal)).rejects.toThrow("stopped");
  });
});
