import { createChatChooser } from "../../../extension/core/models/chatChooser.ts";
import type { ChoiceQuestion } from "../../../extension/core/models/chooser.ts";
import type { Chooser } from "../../../extension/core/models/chooser.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import type { Alternative } from "../../../extension/core/merge/mergeResult.ts";
import { indentOf } from "../../../extension/core/text/indentation.ts";
import { isSameText, lineTexts } from "../../../extension/core/text/lines.ts";
import { countTokens } from "../../servers/tokens.ts";

/** What the planner was asked and said, in tokens. */
export interface Scripted {
  readonly kind: "number" | "edits";
  readonly question: number;
  readonly answer: number;
}

const LIMITS = { contextTokens: 200_000, outputTokens: 32_000 };
/** Of more pieces not all combinations are tried. */
const MOST_COMBINATIONS = 4_096;

/** A planner that knows which texts are right, in words as a model would answer; `asked` has what it was asked. */
export function scriptedPlanner(
  original: string,
  right: readonly string[],
): { readonly chooser: Chooser; readonly asked: readonly Scripted[] } {
  const asked: Scripted[] = [];
  const chooser: Chooser = {
    id: "scripted",
    name: "Scripted",
    choose(question, signal) {
      const numbers = rightNumbers(question, original, right);
      const answer = numbers ?? editsTo(question, right[0] ?? "");
      const inWords = createChatChooser({
        id: "scripted",
        name: "Scripted",
        limits: LIMITS,
        // oxlint-disable-next-line typescript/require-await -- A script has nothing to wait for.
        async *ask(messages) {
          const tokens = messages.reduce((sum, { text }) => sum + countTokens(text), 0);
          asked.push({ kind: numbers ? "number" : "edits", question: tokens, answer: countTokens(answer) });
          yield { type: "text", text: answer };
          yield { type: "end", reason: "stop" };
        },
      });
      return inWords.choose(question, signal);
    },
  };
  return { chooser, asked };
}

/** `1=2` for each piece, where alternatives together give a right text. */
function rightNumbers(question: ChoiceQuestion, original: string, right: readonly string[]): string | undefined {
  let tried = 0;
  const search = (at: number, chosen: readonly Alternative[], numbers: readonly string[]): string | undefined => {
    const piece = question.pieces[at];
    if (piece === undefined) {
      const text = withAlternatives(original, question.text, chosen);
      const isRight = text !== undefined && right.some((wanted) => isSameText(wanted, text));
      return isRight ? numbers.join("\n") : undefined;
    }
    for (const [number, { alternative }] of piece.alternatives.entries()) {
      if (++tried > MOST_COMBINATIONS) return undefined;
      const said = `${String(at + 1)}=${String(number + 1)}`;
      const found = search(at + 1, [...chosen, alternative], [...numbers, said]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(0, [], []);
}

/** None of the alternatives, and the edits that make the right text of the question's. */
function editsTo({ pieces, text, sketch }: ChoiceQuestion, wanted: string): string {
  const [before, after] = [lineTexts(text), lineTexts(wanted)];
  const isUnique = (start: number, end: number): boolean => {
    const run = before.slice(start, end).map((line) => line.trim());
    let found = 0;
    for (let at = 0; at + run.length <= before.length; at++)
      if (run.every((line, index) => before[at + index]?.trim() === line)) found++;
    return found === 1;
  };
  const blocks = lineDiff(before, after).map((change) => {
    const { old } = change;
    let [start, end] = [Math.max(0, old.start - 1), Math.min(before.length, old.end + 1)];
    while (!isUnique(start, end) && (start > 0 || end < before.length)) {
      start = Math.max(0, start - 1);
      end = Math.min(before.length, end + 1);
    }
    const fresh = named(after.slice(change.new.start, change.new.end), sketch);
    const replace = [...before.slice(start, old.start), ...fresh, ...before.slice(old.end, end)];
    const gone = spared(before.slice(old.start, old.end));
    const search = [...before.slice(start, old.start), ...gone, ...before.slice(old.end, end)];
    return ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"].join("\n");
  });
  return [...pieces.map((_, at) => `${String(at + 1)}=none`), ...blocks].join("\n");
}

/** The lines that go, but for a long run of them between the first and the last ones. */
function spared(lines: readonly string[]): readonly string[] {
  if (lines.length < 8) return lines;
  return [...lines.slice(0, 3), `... ${String(lines.length - 5)} lines ...`, ...lines.slice(-2)];
}

/** Lines, where three or more stand so in the sketch by the numbers that they have there. */
function named(lines: readonly string[], sketch: readonly string[]): readonly string[] {
  const said: string[] = [];
  for (let at = 0; at < lines.length;) {
    const run = longestRun(lines, at, sketch);
    if (run.length < 3) {
      said.push(lines[at] ?? "");
      at++;
      continue;
    }
    said.push(`${run.indent}... sketch ${String(run.start + 1)}-${String(run.start + run.length)} ...`);
    at += run.length;
  }
  return said;
}

interface Run {
  readonly start: number;
  readonly length: number;
  /** How the first line is indented, where not as in the sketch. */
  readonly indent: string;
}

function longestRun(lines: readonly string[], at: number, sketch: readonly string[]): Run {
  let longest: Run = { start: 0, length: 0, indent: "" };
  const first = lines[at] ?? "";
  for (const [start, line] of sketch.entries()) {
    if (first.trim() === "" || line.trim() !== first.trim()) continue;
    const [own, wanted] = [indentOf(line), indentOf(first)];
    // A line that is not indented says that nothing moves.
    if (wanted === "" && own !== "") continue;
    const moved = (text: string): string => (text.startsWith(own) ? wanted + text.slice(own.length) : text);
    let length = 0;
    while (at + length < lines.length && start + length < sketch.length) {
      if (moved(sketch[start + length] ?? "") !== lines[at + length]) break;
      length++;
    }
    if (length > longest.length) longest = { start, length, indent: own === wanted ? "" : wanted };
  }
  return longest;
}
