/**
 * What built-in methods run over, which V8's counts of our own blocks do not see: `slice` in a loop is a loop in a loop. A
 * method that takes a callback is not here, for the callback is counted.
 */

type Method = (this: never, ...given: never[]) => unknown;

/** What a call ran over, in characters or elements. */
type Cost = (self: { readonly length: number }, given: readonly unknown[], result: unknown) => number;

const length: Cost = (self) => self.length;
const resultLength: Cost = (_, __, result) => (result as { readonly length: number }).length;
/** Up to the place that was found; `given[1]` is where the search began. */
const searched: Cost = (self, given, result) => {
  const from = typeof given[1] === "number" ? given[1] : 0;
  return (typeof result === "number" && result >= 0 ? result : self.length) - from;
};
const taken: Cost = (self, _, result) => self.length - (result as string).length;
const filled: Cost = (self, given) => Number(given[2] ?? self.length) - Number(given[1] ?? 0);
const behindStart: Cost = (self, given) => self.length - Number(given[0]);

/* oxlint-disable typescript/unbound-method -- They are called with their own `this`. */
const plainIndexOf = Array.prototype.indexOf;
const plainIndexOfText = String.prototype.indexOf;
/* oxlint-enable typescript/unbound-method */

const STRING: Readonly<Record<string, Cost>> = {
  split: length,
  indexOf: searched,
  includes: (self, given) => searched(self, given, plainIndexOfText.call(self, String(given[0]))),
  lastIndexOf: (self, given, result) => Math.min(self.length, Number(given[1] ?? self.length)) - Number(result),
  trim: taken,
  trimStart: taken,
  trimEnd: taken,
  repeat: resultLength,
  padEnd: resultLength,
  padStart: resultLength,
  toLowerCase: length,
  toUpperCase: length,
  normalize: length,
  localeCompare: length,
  replaceAll: length,
  replace: length,
  match: length,
  search: length,
};
const ARRAY: Readonly<Record<string, Cost>> = {
  slice: resultLength,
  concat: resultLength,
  indexOf: searched,
  includes: (self, given) => searched(self, given, plainIndexOf.call(self as never, given[0])),
  join: length,
  reverse: length,
  toReversed: length,
  toSorted: length,
  sort: length,
  fill: filled,
  splice: behindStart,
  toSpliced: length,
  shift: length,
  unshift: length,
  flat: resultLength,
  with: length,
};
const TYPED: Readonly<Record<string, Cost>> = { slice: resultLength, fill: filled, set: length, indexOf: searched };

/** Steps by method. */
let steps = new Map<string, number>();

function add(name: string, count: number): void {
  steps.set(name, (steps.get(name) ?? 0) + count);
}

/** Runs `work` and gives what built-in methods ran over meanwhile, by method. */
export function countBuiltIns(work: () => void): ReadonlyMap<string, number> {
  const typed = Object.getPrototypeOf(Int32Array.prototype) as object;
  const restore = [
    ...watchMethods("String", String.prototype, STRING),
    ...watchMethods("Array", Array.prototype, ARRAY),
    ...watchMethods("TypedArray", typed, TYPED),
    ...[Array.prototype, Set.prototype, Map.prototype].map(watchIteration),
    watchExec(),
  ];
  const counted = (steps = new Map());
  try {
    work();
    return counted;
  } finally {
    for (const undo of restore) undo();
  }
}

function watchMethods(type: string, prototype: object, costs: Readonly<Record<string, Cost>>): (() => void)[] {
  return Object.entries(costs).map(([name, cost]) => {
    const method = (prototype as Record<string, Method>)[name];
    if (method === undefined) throw new Error(`There is no method ${name}.`);
    return replaceMethod(prototype, name, function (this: never, ...given: never[]) {
      const result = method.apply(this, given);
      const cells = cost(this, given, result);
      add(`${type}.${name}`, 1 + (cells > 0 ? cells : 0));
      return result;
    });
  });
}

/** Spreads, and loops over more than an index, step by step. */
function watchIteration(prototype: object): () => void {
  const iterate = (prototype as Iterable<unknown>)[Symbol.iterator] as Method;
  return replaceMethod(prototype, Symbol.iterator, function (this: never) {
    const iterator = iterate.call(this) as Iterator<unknown>;
    return {
      next: () => {
        add("iteration", 1);
        return iterator.next();
      },
      [Symbol.iterator]() {
        return this;
      },
    };
  });
}

/** A regular expression looks at least at what lies between where it begins and the end of what it finds. */
function watchExec(): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- Called with its own `this`.
  const { exec } = RegExp.prototype;
  return replaceMethod(RegExp.prototype, "exec", function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const isAnchored = this.sticky || this.source.startsWith("^");
    const looked = found === null ? (isAnchored ? 1 : text.length - from) : found.index + found[0].length - from;
    add(`/${this.source.slice(0, 40)}/`, looked);
    return found;
  });
}

function replaceMethod(prototype: object, name: string | symbol, method: Method): () => void {
  const before = Object.getOwnPropertyDescriptor(prototype, name);
  if (before === undefined) throw new Error(`There is no method ${String(name)}.`);
  Object.defineProperty(prototype, name, { ...before, value: method });
  return () => {
    Object.defineProperty(prototype, name, before);
  };
}
