import fc from "../fastCheck.ts";

/** A function whose lines a sketch wraps in a new block. */
export interface Wrap {
  /** Lines of the body without the body's own indentation: each statement is a line, or a line and a deeper one. */
  readonly body: readonly (readonly string[])[];
  /** How many levels deep the body stands in the file. */
  readonly depth: number;
  /** The first statement in the new block and one past the last one. */
  readonly from: number;
  readonly to: number;
  /** Statements before and behind the block that the sketch shows. */
  readonly context: number;
  /** The sketch leaves out what is between the first and the last line in the block. */
  readonly isElided: boolean;
  /** The sketch begins at the left edge, wherever the file has the lines. */
  readonly isDedented: boolean;
}

export const wrap: fc.Arbitrary<Wrap> = fc
  .record({
    nested: fc.array(fc.boolean(), { minLength: 3, maxLength: 8 }),
    depth: fc.nat(2),
    at: fc.nat(),
    size: fc.nat(),
    context: fc.nat(2),
    isElided: fc.boolean(),
    isDedented: fc.boolean(),
  })
  .map(({ nested, at, size, ...how }) => {
    const body = nested.map((isNested, index) => {
      const name = NAMES[index] ?? "other";
      return isNested ? [`if ${name}_wanted:`, `    run_${name}(store)`] : [`${name} = make_${name}(store)`];
    });
    const from = at % (body.length - 1);
    return { body, from, to: from + 2 + (size % (body.length - from - 1)), ...how };
  });

const NAMES = ["order", "price", "label", "owner", "total", "stock", "route", "badge"];
const OPENERS = ["class Desk:", "    def serve(self, store):"];
const HEAD = "with store.locked():";
const MARKER = "# ... existing code ...";

const indent = (lines: readonly string[], levels: number): string[] =>
  lines.map((line) => "    ".repeat(levels) + line);

/** The file with or without the new block. */
export function writeWrappedFile({ body, depth, from, to }: Wrap, isWrapped: boolean): string {
  const inside = isWrapped ? [HEAD, ...indent(body.slice(from, to).flat(), 1)] : body.slice(from, to).flat();
  const lines = [...body.slice(0, from).flat(), ...inside, ...body.slice(to).flat()];
  const openers = OPENERS.slice(OPENERS.length - depth).map((line, level) => "    ".repeat(level) + line.trim());
  return [...openers, ...indent(lines, depth), ""].join("\n");
}

/** What shows the new block with some lines around it. */
export function writeWrappingSketch({ body, depth, from, to, context, isElided, isDedented }: Wrap): string {
  const inside = body.slice(from, to);
  const shown = isElided ? [...(inside[0] ?? []), MARKER, ...(inside.at(-1) ?? [])] : inside.flat();
  const before = body.slice(Math.max(0, from - context), from).flat();
  const lines = [MARKER, ...before, HEAD, ...indent(shown, 1), ...body.slice(to, to + context).flat(), MARKER];
  return indent(lines, isDedented ? 0 : depth).join("\n") + "\n";
}
