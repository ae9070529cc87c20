import { describe, expect, it } from "vitest";
import { applyLineEdits } from "../../../extension/core/diff/lineEdits.ts";
import {
  beginSession,
  decide,
  followDocument,
  MAX_DECISIONS,
  undoDecision,
  type ReviewSession,
} from "../../../extension/core/review/reviewSession.ts";
import { beginReview } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";

const lines = (words: string): string[] => words.split(" ");

/** What a person does: `y0` and `n0` decide on the hunk of that number, `u` takes back, `d:a b` makes the document read that. */
function play(document: string, proposal: string, ...acts: string[]): ReviewSession & { readonly said: string } {
  let session = beginSession(beginReview(lines(document), lines(proposal)));
  let said = "";
  for (const act of acts) {
    const { document: before } = session.state;
    if (act.startsWith("d:")) session = followDocument(session, lines(act.slice(2)));
    else if (act === "u") {
      const undone = undoDecision(session);
      said = undone.type;
      if (undone.type === "nothing") continue;
      session = undone.session;
      if (undone.type === "undone") expect(session.state.document).toEqual(applyLineEdits(before, undone.edits));
    } else {
      const hunk = hunksOf(session.state)[Number(act.slice(1))];
      const decided = decide(session, act.startsWith("y") ? "accept" : "reject", hunk ? [hunk] : []);
      session = decided.session;
      expect(session.state.document).toEqual(applyLineEdits(before, decided.edits));
    }
  }
  return { ...session, said };
}

function check(name: string, acts: string[], want: { document: string; proposal: string; said?: string }): void {
  it(name, () => {
    const { state, said } = play("a b c d e", "a X c Y e", ...acts);
    expect({ document: state.document.join(" "), proposal: state.proposal.join(" "), said }).toEqual({
      said: "undone",
      ...want,
    });
  });
}

describe("undo of a decision", () => {
  const begun = { document: "a b c d e", proposal: "a X c Y e" };
  check("without one", ["u"], { ...begun, said: "nothing" });
  check("of an accept", ["y0", "u"], begun);
  check("of a reject", ["n0", "u"], begun);
  check("of several, newest first", ["y0", "n0", "u", "u"], begun);
  check("of the newest alone", ["y0", "n0", "u"], { document: "a X c d e", proposal: "a X c Y e" });
  check("of an accept, after typing elsewhere", ["y0", "d:n a X c d e", "u"], {
    document: "n a b c d e",
    proposal: "n a X c Y e",
  });
  check("of an accept, after typing beside it", ["y0", "d:a X n c d e", "u"], {
    document: "a b n c d e",
    proposal: "a X n c Y e",
  });
  check("of a reject, after typing elsewhere", ["n0", "d:n a b c d e", "u"], {
    document: "n a b c d e",
    proposal: "n a X c Y e",
  });
  check("of an accept, after typing in it", ["y0", "d:a n c d e", "u"], {
    document: "a n c d e",
    proposal: "a n c Y e",
    said: "conflict",
  });
  check("goes on after a conflict", ["n1", "y0", "d:a n c d e", "u", "u"], {
    document: "a n c d e",
    proposal: "a n c Y e",
  });
  check("of a reject, after typing in it", ["n0", "d:a n c d e", "u"], {
    document: "a n c d e",
    proposal: "a n c Y e",
    said: "conflict",
  });
  check("skips an accept that the document has undone", ["n1", "y0", "d:a b c d e", "u"], begun);
  check("skips it when it is the only one", ["y0", "d:a b c d e", "u"], { ...begun, said: "nothing" });
  check("takes an accept that the document has redone", ["y0", "d:a b c d e", "d:a X c d e", "u"], begun);
});

describe("undo of an accept that was a conflict", () => {
  it("brings it back as one", () => {
    const { state } = play("a b c", "a X c", "d:a n c", "y0", "u");
    expect([state.base, state.document, state.proposal]).toEqual([lines("a b c"), lines("a n c"), lines("a X c")]);
  });
});

describe("a session", () => {
  it("remembers no more decisions than it may", () => {
    let session = beginSession(beginReview(["a"], ["X"]));
    for (let i = 0; i < MAX_DECISIONS + 5; i++) {
      session = decide(session, "accept", hunksOf(session.state)).session;
      session = followDocument(session, [`n${i}`]);
      session = { ...session, state: beginReview(session.state.document, [`X${i}`]) };
    }
    expect(session.decisions).toHaveLength(MAX_DECISIONS);
  });

  it("ignores a decision about no hunk", () => {
    const session = beginSession(beginReview(["a"], ["X"]));
    expect(decide(session, "reject", [])).toEqual({ session, edits: [] });
  });
});

describe("undo in the document", () => {
  const bases = (session: ReviewSession): string[] =>
    [session.state.base, session.state.document, session.state.proposal].map((text) => text.join(" "));

  it("brings a deleted line back on its side of a hunk", () => {
    expect(bases(play("a b", "a X b", "d:a", "d:a b"))).toEqual(["a b", "a b", "a X b"]);
    expect(bases(play("a b", "a X b", "d:b", "d:a b"))).toEqual(["a b", "a b", "a X b"]);
  });

  it("brings it back with what was done before and after, at once", () => {
    expect(bases(play("a b", "a X b", "d:a", "d:n a", "d:a b"))).toEqual(["a b", "a b", "a X b"]);
    expect(bases(play("a b", "a X b", "d:b", "d:b n", "d:a b"))).toEqual(["a b", "a b", "a X b"]);
  });

  it("of typing and of an accept at once, and redo of one after the other", () => {
    const undone = play("a b c d", "a X c Y", "d:a b c d e", "y0", "d:a b c d");
    expect([bases(undone), undone.decisions]).toEqual([["a b c d", "a b c d", "a X c Y"], []]);
    const typed = followDocument(undone, lines("a b c d e"));
    expect([bases(typed), typed.decisions]).toEqual([["a b c d e", "a b c d e", "a X c Y e"], []]);
    const accepted = followDocument(typed, lines("a X c d e"));
    expect(bases(accepted)).toEqual(["a b c d e", "a X c d e", "a X c Y e"]);
    expect(accepted.decisions).toHaveLength(1);
    expect([accepted.history.past.length, accepted.history.future.length]).toEqual([2, 0]);
    expect(bases(followDocument(undone, lines("a X c d e")))).toEqual(bases(accepted));
  });

  it("of typing and of an accept at once keeps a reject that came after", () => {
    expect(bases(play("a b c d e", "a X c Y e", "d:a b c d e n", "y0", "n0", "d:a b c d e"))).toEqual([
      "a b c d e",
      "a b c d e",
      "a X c d e",
    ]);
  });

  it.each([
    ["undo", ["y0"], "a b c", 0],
    ["redo", ["y0"], "a b c", 1],
    ["redo", ["y0", "d:a b c"], "a X c", 1],
    ["undo", ["y0", "d:a b c"], "a X c", 0],
  ] as const)("is %s after %j only where that leads to %s", (reason, acts, text, decisions) => {
    expect(followDocument(play("a b c", "a X c", ...acts), lines(text), reason).decisions).toHaveLength(decisions);
  });

  it("of an accept that was taken back brings it back, and redo takes it back again", () => {
    const taken = play("a b c", "a X c", "y0", "u");
    expect([taken.decisions.length, taken.history.past.length]).toEqual([0, 2]);
    const accepted = followDocument(taken, lines("a X c"));
    expect([bases(accepted), accepted.decisions.length]).toEqual([["a b c", "a X c", "a X c"], 1]);
    const again = followDocument(accepted, lines("a b c"), "redo");
    expect([bases(again), again.decisions.length]).toEqual([["a b c", "a b c", "a X c"], 0]);
  });

  it("knows nothing of rejects", () => {
    expect(play("a b c", "a X c", "n0").history.past).toEqual([]);
    expect(play("a b c", "a X c", "n0", "u").history.past).toEqual([]);
  });

  it("knows nothing of a document that the session did not follow", () => {
    const session = play("a b", "a X", "d:a b c");
    const replaced = followDocument({ ...session, state: beginReview(["q"], ["Q"]) }, lines("a b"));
    expect(bases(replaced)).toEqual(["q", "a b", "Q"]);
    expect(replaced.history.past).toHaveLength(1);
  });

  it("brings a conflict back as one", () => {
    const session = play("a b c", "a X c", "d:a n c", "y0", "d:a n c");
    expect(hunksOf(session.state).map(({ isConflict }) => isConflict)).toEqual([true]);
    expect(session.decisions).toEqual([]);
  });

  it("brings a conflict back as one, also by redo after a reject elsewhere", () => {
    const rejected = play("a b c d e", "a X c Y e", "d:a n c d e", "y0", "u", "d:a X c d e", "n0");
    const again = followDocument(rejected, lines("a n c d e"), "redo");
    expect(bases(again)).toEqual(["a b c d e", "a n c d e", "a X c d e"]);
    expect(hunksOf(again.state).map(({ isConflict }) => isConflict)).toEqual([true]);
    expect([rejected, again].map(({ decisions }) => decisions.map(({ type }) => type))).toEqual([
      ["accept", "reject"],
      ["reject"],
    ]);
    const undone = followDocument(again, lines("a X c d e"), "undo");
    expect([bases(undone)[1], undone.state.proposal.join(" ")]).toEqual(["a X c d e", "a X c d e"]);
  });

  it("of an accept keeps a reject that came after", () => {
    expect(bases(play("a b c d e", "a X c Y e", "y0", "n0", "d:a b c d e"))).toEqual([
      "a b c d e",
      "a b c d e",
      "a X c d e",
    ]);
  });

  it("of typing in one line takes back all that was typed there", () => {
    const session = play("a b c", "a X c", "d:a b c1", "d:a b c12", "d:a b c123");
    expect(session.history.past).toHaveLength(1);
    expect(bases(followDocument(session, lines("a b c")))).toEqual(["a b c", "a b c", "a X c"]);
  });

  it.each([
    ["in other lines, each its own", ["d:a1 b c", "d:a1 b1 c"], 2],
    ["in one line again and again, one", ["d:a b1 c", "d:a b12 c", "d:a b123 c"], 1],
    ["in two lines at once, each its own", ["d:a1 b1 c", "d:a2 b2 c"], 2],
    ["that deletes the first line twice, each its own", ["d:b c", "d:c"], 2],
    ["that makes two lines of one and goes on in the first, each its own", ["d:a b1 b2 c", "d:a b3 b2 c"], 2],
    ["that makes one line of two and goes on in it, each its own", ["d:n c", "d:n1 c"], 2],
    ["in a line whose hunk was rejected in between, each its own", ["d:a b c1", "n0", "d:a b c2"], 2],
  ])("remembers typing %s", (_, acts, steps) => {
    expect(play("a b c", "a X c", ...acts).history.past).toHaveLength(steps);
  });

  it("remembers a hundred steps, and of long documents fewer", () => {
    const typed = Array.from({ length: 130 }, (_, at) => `d:${at} a${at % 2 === 0 ? "" : " b"}`);
    expect(play("a", "a", ...typed).history.past).toHaveLength(100);
    const long = Array<string>(100_000).fill("a");
    let session = beginSession(beginReview(long, long));
    for (let at = 0; at < 10; at++) session = followDocument(session, [...session.state.document, `typed ${at}`]);
    // A million lines of all three texts together.
    expect(session.history.past).toHaveLength(4);
  });

  it("and redo are told apart by their reason where the text is both", () => {
    const session = play("a b", "a b b", "d:a", "d:a b", "y0", "d:a b");
    expect(hunksOf(followDocument(session, lines("a b b"), "redo").state)).toEqual([]);
  });
});
