import { describe, expect, it } from "vitest";
import {
  beginSession,
  decide,
  undoDecision,
  type ReviewSession,
} from "../../../extension/core/review/reviewSession.ts";
import { beginReview } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";
import { restoreSession, serializeSession } from "../../../extension/core/review/storedSession.ts";

const document = ["a", "b", "c", "d", "e", "f", "g"];
const proposal = ["A", "b", "c", "D", "e", "f", "G"];
const remarks = [{ range: { start: 3, end: 4 }, kind: "warning", message: "No line explains it." } as const];

/** Accepts the hunk of `a`, rejects that of `g`; that of `d` stays, with a warning. */
function decided(): ReviewSession {
  const begun = beginSession(beginReview(document, proposal, remarks));
  const hunkAt = ({ state }: ReviewSession, line: number) => hunksOf(state).filter(({ old }) => old.start === line);
  const accepted = decide(begun, "accept", hunkAt(begun, 0)).session;
  return decide(accepted, "reject", hunkAt(accepted, 6)).session;
}

function store(session: ReviewSession): unknown {
  return JSON.parse(JSON.stringify(serializeSession(session)));
}

function restore(stored: unknown, lines: readonly string[]): ReviewSession {
  const restored = restoreSession(stored, lines);
  if (restored.type === "unreadable") throw new Error("unreadable");
  return restored.session;
}

describe("a stored session", () => {
  it("has the same texts, hunks and remarks again", () => {
    const session = decided();
    expect(restore(store(session), session.state.document).state).toEqual(session.state);
  });

  it("can take back its decisions, newest first", () => {
    const session = decided();
    const rejected = undoDecision(restore(store(session), session.state.document));
    if (rejected.type !== "undone") throw new Error(rejected.type);
    expect(rejected.decision).toBe("reject");
    expect(rejected.session.state.proposal).toEqual(proposal);
    const accepted = undoDecision(rejected.session);
    if (accepted.type !== "undone") throw new Error(accepted.type);
    expect(accepted.session.state.document).toEqual(document);
    expect(hunksOf(accepted.session.state)).toHaveLength(3);
    expect(undoDecision(accepted.session).type).toBe("nothing");
  });

  it("follows what was typed beside its hunks meanwhile", () => {
    const restored = restoreSession(store(decided()), ["A", "b", "typed", "c", "d", "e", "f", "g"]);
    expect(restored.type).toBe("restored");
    expect(restored.type !== "unreadable" && restored.session.state.proposal).toEqual([
      ..."Ab".split(""),
      "typed",
      ..."cDefg".split(""),
    ]);
  });

  it("says where lines of a hunk changed meanwhile", () => {
    const restored = restoreSession(store(decided()), ["A", "b", "c", "typed", "e", "f", "g"]);
    expect(restored.type).toBe("conflict");
  });

  it("takes a conflict that it had already for none that is new", () => {
    const session = restore(store(decided()), ["A", "b", "c", "typed", "e", "f", "g"]);
    expect(restoreSession(store(session), session.state.document).type).toBe("restored");
  });
});

describe("a conflict that a stored session had already", () => {
  it.each([
    ["is none that is new where lines changed far below", "A b c typed e f g new", "restored"],
    ["is none that is new where lines changed far above", "new A b c typed e f g", "restored"],
    ["is one where its lines changed again", "A b c other e f g", "conflict"],
    ["is one where its lines and others changed", "new A b c other e f g", "conflict"],
  ])("%s", (_, now, type) => {
    const session = restore(store(decided()), ["A", "b", "c", "typed", "e", "f", "g"]);
    expect(restoreSession(store(session), now.split(" ")).type).toBe(type);
  });
});

describe("what is no stored session", () => {
  const edit = (start: number, end: number, lines: unknown = []) => ({ range: { start, end }, lines });
  const remark = (start: number, end: number, kind: unknown = "note", message: unknown = "") => ({
    range: { start, end },
    kind,
    message,
  });
  const decision = { type: "accept", after: [], before: [], baseAfter: [], baseBefore: [] };
  const reading = { range: { start: 0, end: 1 }, lines: ["A"], label: "line 1", certainty: 0.5 };
  const choice = { id: "apply/1", reason: "It is not sure.", written: ["A"], readings: [reading] };
  const shown = { reading: 0, instead: ["a"] };
  // Nothing in it depends on the length of another part, so that each fault is seen by itself.
  const plain = { version: 1, document, proposal, base: [], remarks: [], decisions: [] };
  // What a good one has instead.
  it.each<[name: string, instead: object]>([
    ["another version", { version: 2 }],
    ["a document without lines", { document: [] }],
    ["a document that is no list", { document: "a" }],
    ["a proposal without lines", { proposal: [] }],
    ["lines that are no texts", { proposal: [1] }],
    ["lines with a line end", { proposal: ["a\nb"] }],
    ["lines with a carriage return", { proposal: ["a\rb"] }],
    ["edits behind the end", { base: [edit(7, 9)] }],
    ["edits that end behind the end", { base: [edit(6, 8)] }],
    ["edits whose end is before their start", { base: [edit(3, 2)] }],
    ["edits that overlap", { base: [edit(0, 3, ["x"]), edit(2, 4, ["y"])] }],
    ["edits with negative lines", { base: [edit(-1, 2, ["x"])] }],
    ["edits with half lines", { base: [edit(0.5, 2, ["x"])] }],
    ["edits whose end is a text", { base: [{ range: { start: 0, end: "1" }, lines: [] }] }],
    ["edits without a range", { base: [{ lines: [] }] }],
    ["edits with lines that are none", { base: [edit(0, 1, "x")] }],
    ["an edit that is null", { base: [null] }],
    ["remarks that are no list", { remarks: {} }],
    ["a remark behind the end", { remarks: [remark(0, 99)] }],
    ["a remark of another kind", { remarks: [remark(0, 0, "x")] }],
    ["a remark without a message", { remarks: [remark(0, 0, "note", 1)] }],
    ["decisions that are no list", { decisions: undefined }],
    ["a decision of another type", { decisions: [{ ...decision, type: "maybe" }] }],
    ["a decision with wild edits", { decisions: [{ ...decision, after: [edit(5, 99)] }] }],
    ["a decision that is a text", { decisions: ["accept"] }],
    ["a decision on choices without names", { decisions: [{ ...decision, changed: [1] }] }],
    ["choices that are no list", { choices: {} }],
    ["a choice without an id", { choices: [{ ...choice, id: undefined }] }],
    ["a choice without a reason", { choices: [{ ...choice, reason: undefined }] }],
    ["a choice without lines", { choices: [{ ...choice, written: "A" }] }],
    ["a choice without readings", { choices: [{ ...choice, readings: undefined }] }],
    ["a choice of nobody", { choices: [{ ...choice, shown, by: 1 }] }],
    ["a choice that shows a reading behind the last", { choices: [{ ...choice, shown: { ...shown, reading: 1 } }] }],
    ["a choice that shows no reading", { choices: [{ ...choice, shown: {} }] }],
    ["a choice that shows a text", { choices: [{ ...choice, shown: "A" }] }],
    ["a choice in place of other lines", { choices: [{ ...choice, shown: { ...shown, instead: [] } }] }],
    ["a reading without a label", { choices: [{ ...choice, readings: [{ ...reading, label: undefined }] }] }],
    ["a reading without a certainty", { choices: [{ ...choice, readings: [{ ...reading, certainty: "1" }] }] }],
    ["a reading without lines", { choices: [{ ...choice, readings: [{ ...reading, lines: undefined }] }] }],
    ["a reading behind the end", { choices: [{ ...choice, readings: [{ ...reading, range: { start: 0, end: 8 } }] }] }],
  ])("%s is unreadable", (_name, instead) => {
    expect(restoreSession({ ...plain, ...instead }, document)).toEqual({ type: "unreadable" });
  });
  it.each([null, undefined, "session", 1, [], {}])("%j is unreadable", (stored) => {
    expect(restoreSession(stored, document)).toEqual({ type: "unreadable" });
  });
  it.each<[name: string, instead: object]>([
    ["itself", {}],
    ["with another decision", { decisions: [decision] }],
    ["with edits that touch", { base: [edit(0, 3, ["x"]), edit(3, 4, ["y"])] }],
    ["with an edit of all lines", { base: [edit(0, 7, ["x"])] }],
    ["with edits at the end", { base: [edit(7, 7, ["x"])] }],
    [
      "with remarks on the first line, on the last one and behind it",
      { remarks: [remark(0, 0), remark(6, 7, "warning"), remark(7, 7)] },
    ],
    ["with a choice that shows nothing", { choices: [choice] }],
    ["with a choice that shows a reading", { choices: [{ ...choice, shown }] }],
    ["with a choice that a model has made", { choices: [{ ...choice, shown, by: "gpt-5" }] }],
    [
      "with a reading at the end",
      { choices: [{ ...choice, readings: [{ ...reading, range: { start: 7, end: 7 } }] }] },
    ],
  ])("but a session is readable %s", (_name, instead) => {
    expect(restoreSession({ ...plain, ...instead }, document).type).not.toBe("unreadable");
  });
  it("has the choices that were stored, and no more decisions than a session keeps", () => {
    const choices = [
      { ...choice, shown, by: "gpt-5" },
      { ...choice, id: "apply/2" },
    ];
    const { state, decisions } = restore({ ...plain, choices, decisions: Array(101).fill(decision) }, document);
    expect(state.choices).toEqual(choices);
    expect(restore(plain, document).state.choices).toEqual([]);
    expect(decisions).toHaveLength(100);
  });
});

describe("the rebase onto the document that is there", () => {
  it.each([
    ["as it was", "A b c d e f g", "restored", "d>D"],
    ["with a line more", "A b c d e f g n", "restored", "d>D"],
    ["as on disk, before the accept", "a b c d e f g", "restored", "a>A, d>D"],
    ["changed in a hunk", "A b c n e f g", "conflict", "n>D"],
    ["another text", "n", "conflict", "n>A b c D e f g"],
  ])("the document %s", (_, now, type, hunks) => {
    const restored = restoreSession(JSON.parse(JSON.stringify(serializeSession(decided()))), now.split(" "));
    if (restored.type === "unreadable") throw new Error("It can be read.");
    const { state } = restored.session;
    const got = hunksOf(state).map(({ old, new: added }) =>
      [state.document.slice(old.start, old.end), state.proposal.slice(added.start, added.end)]
        .map((side) => side.join(" "))
        .join(">"),
    );
    expect([restored.type, got.join(", ")]).toEqual([type, hunks]);
  });
});
