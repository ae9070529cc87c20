import { afterEach, beforeEach, describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import type { ApplyEvent, StepFailure } from "../../../extension/core/apply/applyEvents.ts";
import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import type { Rewriter } from "../../../extension/core/models/rewriter.ts";
import type { Fault } from "../../servers/faults.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { runs } from "../properties/structuralEngine.ts";
import { rewriterAt, wrapped } from "./asking.ts";

const original = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
const wanted = original.replace("  run();\n}\n\n", "  run();\n  stop();\n}\n\n");

/** It fits both functions, so that the structural engine is not sure. */
const request: ApplyRequest = {
  original,
  sketches: [
    {
      path: undefined,
      moveTo: undefined,
      language: undefined,
      sketch: { type: "code", text: "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n" },
      replyLine: 1,
    },
  ],
  language: undefined,
  parser: undefined,
  instruction: "",
  conversation: [],
  path: "run.js",
};

const faults: readonly (readonly [fault: Fault, cause: RegExp])[] = [
  [{ type: "status", status: 429, headers: { "retry-after": "42" } }, /42 seconds/],
  [{ type: "status", status: 503, headers: { "retry-after": "42" } }, /42 seconds/],
  [{ type: "status", status: 401 }, /does not accept the API key/],
  [{ type: "cut", afterBytes: 200 }, /broke off before its end/],
  [{ type: "stall", afterBytes: 200 }, /stopped in the middle|not begun to answer/],
  [{ type: "malformed" }, /cannot be read/],
  [{ type: "length" }, /limit of its answer/],
  [{ type: "content-type" }, /text\/html/],
  [{ type: "slow-first-byte", ms: 60_000 }, /not begun to answer/],
  [{ type: "empty" }, /empty answer/],
  [{ type: "close" }, /cannot be reached at http:\/\/127\.0\.0\.1:\d+\/v1 \((ECONNRESET|UND_ERR_SOCKET)\)/],
];

const isSilence = ({ type }: Fault): boolean => type === "stall" || type === "slow-first-byte";

describe("a ladder of two providers", () => {
  let servers: readonly [first: ModelServer, second: ModelServer];
  let ladder: readonly Rewriter[];
  beforeEach(async () => {
    const answer = wrapped(wanted);
    servers = [await startModelServer("openai", { answer }), await startModelServer("fireworks", { answer })];
    ladder = ladderOf([false, false]);
  });
  afterEach(() => Promise.all(servers.map((server) => server.close())));

  /** A server that has to answer is waited for, however busy the machine is. */
  function ladderOf(areSilent: readonly [first: boolean, second: boolean]): readonly Rewriter[] {
    return (["openai", "fireworks"] as const).map((id, step) => {
      const timing = areSilent[step] === true ? { firstByteMs: 300, idleMs: 200 } : {};
      return rewriterAt(id, servers[step as 0 | 1].url, { timing });
    });
  }

  async function outcome(): Promise<ApplyEvent | undefined> {
    let last: ApplyEvent | undefined;
    for await (const event of applySketch(request, { rewriters: ladder }, new AbortController().signal)) last = event;
    return last;
  }

  /** Why steps gave way, but for answers to the question for a choice, which these servers do not know. */
  function failuresOf(last: ApplyEvent | undefined): readonly StepFailure[] {
    const all = last?.type === "done" || last?.type === "ambiguous" ? (last.failures ?? []) : [];
    return all.filter(({ isUndecided }) => isUndecided !== true);
  }

  test.each(faults)("%j at the first step: the second one rewrites, and the cause is told", async (fault, cause) => {
    servers[0].fail(fault, { always: true });
    ladder = ladderOf([isSilence(fault), false]);
    const last = await outcome();
    expect(last).toMatchObject({ type: "done", text: wanted, engine: ladder[1]?.name, proof: { holds: true } });
    expect(failuresOf(last)).toMatchObject([
      { engine: "structural" },
      { engine: ladder[0]?.name, message: expect.stringMatching(cause) as string },
    ]);
  });

  test.each(faults)("%j at each step: nothing is rewritten, and both causes are told", async (fault, cause) => {
    for (const server of servers) server.fail(fault, { always: true });
    ladder = ladderOf([isSilence(fault), isSilence(fault)]);
    const last = await outcome();
    expect(last).toMatchObject({ type: "ambiguous" });
    const failures = failuresOf(last);
    expect(failures.map(({ engine }) => engine)).toEqual(["structural", ...ladder.map(({ name }) => name)]);
    for (const { message } of failures.slice(1)) expect(message).toMatch(cause);
  });

  test("an answer that is cut at any byte is a whole rewrite or none", async () => {
    const cut = fc.record({
      type: fc.constantFrom("cut", "silent-end"),
      afterBytes: fc.nat({ max: 4_000 }),
      orAtEnd: fc.constant(true),
    });
    await fc.assert(
      fc.asyncProperty(cut, async (fault) => {
        for (const server of servers) server.fail(fault, { always: true });
        const last = await outcome();
        if (last?.type === "done") expect(last).toMatchObject({ text: wanted, proof: { holds: true } });
        else expect(last?.type).toBe("ambiguous");
      }),
      runs(40),
    );
  });
});
