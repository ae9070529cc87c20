import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import { createStreamingLineDiff } from "../../../extension/core/diff/streamingLineDiff.ts";
import { documentChanged, proposalChanged } from "../../../extension/core/review/rebaseReview.ts";
import { beginReview, type ReviewState } from "../../../extension/core/review/reviewState.ts";
import { hunksOf } from "../../../extension/core/review/hunks.ts";
import { rejectHunks } from "../../../extension/core/review/decideHunks.ts";
import { restoreSession, serializeSession } from "../../../extension/core/review/storedSession.ts";
import { action, anyTexts, beginRun, isTyped, pick, step, uniqueTexts, type Texts } from "./reviewRun.ts";

/** The proposals that a stream of the rewrite shows, the rewrite itself last. */
function frames({ document, proposal }: Texts, size: number): readonly (readonly string[])[] {
  const text = proposal.join("\n");
  const stream = createStreamingLineDiff(document);
  const shown: (readonly string[])[] = [];
  for (let at = 0; at < text.length; at += size) {
    stream.push(text.slice(at, at + size));
    shown.push(stream.proposal());
  }
  return [...shown, stream.finish()];
}

type Meanwhile = (state: ReviewState, frame: number) => ReviewState;

function streamed(texts: Texts, size: number, meanwhile: Meanwhile): ReviewState {
  let before = texts.document;
  let state = beginReview(before, before);
  frames(texts, size).forEach((after, frame) => {
    state = meanwhile(proposalChanged(state, before, after), frame);
    before = after;
  });
  return state;
}

const size = fc.integer({ min: 1, max: 40 });
const textsOf = ({ base, document, proposal }: ReviewState): unknown => ({ base, document, proposal });

describe("a stream", () => {
  it("ends as the whole proposal at once", () => {
    fc.assert(
      fc.property(anyTexts, size, (texts, pieces) => {
        const state = streamed(texts, pieces, (now) => now);
        expect(textsOf(state)).toEqual(textsOf(beginReview(texts.document, texts.proposal)));
      }),
      runs(1000),
    );
  });

  it("ends the same with a line typed outside the hunks meanwhile", () => {
    fc.assert(
      fc.property(uniqueTexts, size, fc.nat(20), fc.nat(20), fc.boolean(), (texts, pieces, at, when, replaces) => {
        const { document, proposal } = texts;
        const place = at % document.length;
        // One unchanged line between it and the hunks: beside one, either side of it is right.
        fc.pre(!lineDiff(document, proposal).some(({ old }) => old.start - 1 <= place && place <= old.end));
        const next = document.toSpliced(place, replaces ? 1 : 0, "typed here");
        const state = streamed(texts, pieces, (now, frame) => (frame === when ? documentChanged(now, next) : now));
        if (state.document === document) return;
        expect(textsOf(state)).toEqual(textsOf(documentChanged(beginReview(document, proposal), next)));
      }),
      runs(2000),
    );
  });

  it("shows what was typed in its way as a conflict, or leaves it alone", () => {
    fc.assert(
      fc.property(uniqueTexts, size, fc.nat(20), fc.nat(20), fc.nat(2), (texts, pieces, at, when, deleted) => {
        const next = texts.document.toSpliced(at % texts.document.length, deleted, "typed here");
        const state = streamed(texts, pieces, (now, frame) => (frame === when ? documentChanged(now, next) : now));
        if (state.document === texts.document) return;
        expect(state.document).toEqual(next);
        const takers = hunksOf(state).filter(({ old }) => state.document.slice(old.start, old.end).some(isTyped));
        expect(takers.filter(({ isConflict }) => !isConflict)).toEqual([]);
      }),
      runs(2000),
    );
  });

  it("does not bring rejected hunks back", () => {
    fc.assert(
      fc.property(uniqueTexts, size, fc.nat(20), fc.nat(255), (texts, pieces, when, bits) => {
        let rejected: readonly string[] = [];
        const state = streamed(texts, pieces, (now, frame) => {
          if (frame !== when) return now;
          const hunks = pick(hunksOf(now), bits);
          rejected = hunks.flatMap((hunk) => now.proposal.slice(hunk.new.start, hunk.new.end));
          return rejectHunks(now, hunks);
        });
        expect(state.document).toEqual(texts.document);
        expect(state.proposal.filter((line) => rejected.includes(line))).toEqual([]);
        const kept = texts.proposal.filter((line) => !rejected.includes(line) && !texts.document.includes(line));
        expect(state.proposal).toEqual(expect.arrayContaining(kept));
      }),
      runs(1000),
    );
  });
});

describe("a stored session", () => {
  const someSession = fc
    .tuple(anyTexts, fc.array(action, { maxLength: 12 }))
    .map(([texts, list]) => list.reduce(step, beginRun(texts)).session);

  it("is restored as it was", () => {
    fc.assert(
      fc.property(someSession, (session) => {
        const stored: unknown = JSON.parse(JSON.stringify(serializeSession(session)));
        const restored = restoreSession(stored, session.state.document);
        expect(restored).toEqual({ type: "restored", session: { ...session, history: { past: [], future: [] } } });
      }),
      runs(1000),
    );
  });

  it("is rebased when the document changed meanwhile", () => {
    fc.assert(
      fc.property(someSession, fc.array(action, { maxLength: 3 }), (session, list) => {
        const other = list.reduce(step, { session, undo: [], redo: [], typed: 100 }).session.state.document;
        const restored = restoreSession(serializeSession(session), other);
        if (restored.type === "unreadable") throw new Error("It can be read.");
        const { state } = restored.session;
        expect(state.document).toEqual(other);
        if (restored.type === "conflict") expect(hunksOf(state).some(({ isConflict }) => isConflict)).toBe(true);
      }),
      runs(1000),
    );
  });

  it("of other JSON is unreadable or a session", () => {
    fc.assert(
      fc.property(someSession, fc.json(), fc.nat(400), fc.nat(60), (session, json, at, cut) => {
        const text = JSON.stringify(serializeSession(session));
        for (const broken of [
          json,
          text.slice(0, at) + text.slice(at + cut),
          text.slice(0, at) + json + text.slice(at),
        ]) {
          let stored: unknown;
          try {
            stored = JSON.parse(broken);
          } catch {
            continue;
          }
          expect(["unreadable", "restored", "conflict"]).toContain(restoreSession(stored, session.state.document).type);
        }
      }),
      runs(500),
    );
  });
});
