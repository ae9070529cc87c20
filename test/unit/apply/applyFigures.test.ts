import { describe, expect, it, test } from "vitest";
import {
  acceptedTokenShare,
  beginFigures,
  charsPerSecond,
  countEvent,
  rewrittenChars,
  writtenShare,
  type CountedEvent,
} from "../../../extension/core/apply/applyFigures.ts";
import { applyLogLine } from "../../../extension/core/apply/applyLog.ts";
import type { ModelUsage } from "../../../extension/core/models/model.ts";

const figuresOf = (...events: readonly CountedEvent[]) => events.reduce(countEvent, beginFigures(100));
const step = (engine: string): CountedEvent => ({ type: "step", engine });
const text = (length: number): CountedEvent => ({ type: "text", text: "x".repeat(length) });
const usage = { promptTokens: 40, completionTokens: 20, acceptedTokens: 15, rejectedTokens: 5 };

describe("the figures of an apply", () => {
  const check = (name: string, events: readonly CountedEvent[], want: object, share: number): void => {
    it(name, () => {
      const figures = figuresOf(...events);
      expect(figures).toMatchObject(want);
      expect(writtenShare(figures)).toBe(share);
    });
  };
  check("begin with nothing", [], { engine: undefined, written: 0, end: undefined }, 0);
  check("count what is written", [step("a"), text(20), text(30)], { engine: "a", written: 50 }, 0.5);
  check(
    "begin anew with each step",
    [step("a"), text(90), { type: "usage", usage }, step("b"), text(10)],
    {
      engine: "b",
      written: 10,
      usage: undefined,
    },
    0.1,
  );
  check("are never whole before the end", [step("a"), text(300)], { written: 300 }, 0.99);
  check(
    "end with what was streamed",
    [step("a"), text(300), { type: "done", engine: "a", usage }],
    {
      end: "done",
      written: 300,
      usage,
    },
    1,
  );
  check("end with a failure", [step("a"), text(10), { type: "failed" }], { end: "failed", written: 10 }, 0.1);
});

test("the speed counts no lines that were copied, which the progress does", () => {
  const figures = figuresOf(step("a"), { type: "text", text: "x".repeat(40), isCopied: true }, text(20));
  expect([charsPerSecond(figures, 1000), writtenShare(figures)]).toEqual([20, 0.6]);
});

test("the whole text at the end does not count again, whatever its line ends are", () => {
  const whole = { type: "done", engine: "a", text: `${"x\r\n".repeat(20)}yy` } as const;
  const figures = figuresOf(step("a"), { type: "text", text: "x\n".repeat(20), isCopied: true }, text(2), whole);
  expect([rewrittenChars(figures), writtenShare(figures)]).toEqual([2, 1]);
});

test("the speed counts from the click, and is 0 where no time has passed", () => {
  const figures = figuresOf(step("a"), text(500));
  expect([charsPerSecond(figures, 250), charsPerSecond(figures, 0)]).toEqual([2000, 0]);
});

test.each<[ModelUsage | undefined, number | undefined]>([
  [undefined, undefined],
  [{ completionTokens: 10 }, undefined],
  [{ acceptedTokens: 9, rejectedTokens: 1 }, 0.9],
  [{ acceptedTokens: 0, rejectedTokens: 0 }, undefined],
  [{ acceptedTokens: 5, completionTokens: 20 }, 0.25],
  [{ acceptedTokens: 30, completionTokens: 20 }, 1],
  [{ acceptedTokens: 30 }, undefined],
])("of %j the accepted share is %s", (given, want) => {
  expect(acceptedTokenShare(given)).toBe(want);
});

describe("the line of the log", () => {
  const figures = figuresOf(step("OpenAI x"), text(500), { type: "done", engine: "OpenAI x", usage });
  const given = {
    target: "src/a.ts",
    figures,
    elapsedMs: 250,
    isProven: true,
    failures: [],
    loggedAs: new Map<string, string>(),
  };

  it("has all figures", () => {
    expect(applyLogLine(given)).toBe(
      "src/a.ts: done; engine OpenAI x; 250 ms; 500 chars; 2000 chars/s; accepted 75%; tokens 40 in, 20 out, 15 accepted, 5 rejected",
    );
  });

  it("says what was not proven, and what was stopped", () => {
    expect(applyLogLine({ ...given, isProven: false })).toMatch(/^src\/a.ts: done, not proven; /);
    expect(applyLogLine({ ...given, figures: beginFigures(1) })).toBe("src/a.ts: stopped; engine none; 250 ms");
  });

  it("quotes no file, but says what a provider said, in one line", () => {
    const line = applyLogLine({
      ...given,
      failures: [
        { engine: "structural", message: 'A line is there twice: "password = "a"; // x".' },
        { engine: "structural", message: "“let a = 1;\nlet b = 2;” is in the file 2 times." },
        { engine: "Some Model", message: "It stopped: let a = 1;" },
        { engine: "Mistral y", message: 'The server said "no\nsuch model".' },
      ],
      loggedAs: new Map([
        ["It stopped: let a = 1;", "bad-answer"],
        ['The server said "no\nsuch model".', 'The server said "no\nsuch model".'],
      ]),
    });
    expect(line).toContain("; structural gave way: A line is there twice: ….;");
    expect(line).toContain("; structural gave way: … is in the file 2 times.;");
    expect(line).toContain("; Some Model gave way: bad-answer;");
    expect(line).toMatch(/Mistral y gave way: The server said "no such model"\.$/);
  });

  it("has no control characters, and none that turn the direction of the text", () => {
    const message = "a\u0000b\u001b[31m\u009bc\u202Ed\u2066e\tf";
    const line = applyLogLine({
      ...given,
      target: "x\r\ny\u0007.ts",
      figures: { ...figures, engine: "Some\u001b[1m Model" },
      failures: [{ engine: "z\u0008", message }],
      loggedAs: new Map([[message, message]]),
    });
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(line).toMatch(/^x y\uFFFD\.ts: done; .*gave way: a\uFFFDb\uFFFD\[31m\uFFFDc\uFFFDd\uFFFDe f$/);
  });
});
