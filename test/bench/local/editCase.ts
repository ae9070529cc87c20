import type { BenchCase } from "../speculation/benchCases.ts";

/** Things that a shop keeps, for methods that look alike and are not: as files that are long usually are. */
const KINDS = [
  "order",
  "invoice",
  "customer",
  "refund",
  "parcel",
  "voucher",
  "supplier",
  "product",
  "review",
  "return",
];

function method(kind: string, index: number): string {
  const name = kind.slice(0, 1).toUpperCase() + kind.slice(1);
  return `  /** Finds a ${kind} by its number; undefined where nobody has stored it. */
  async find${name}(number: string, signal?: AbortSignal): Promise<${name} | undefined> {
    const row = await this.#database.get("select * from ${kind}s where number = ?", [number], signal);
    if (row === undefined) return undefined;
    this.#log.debug("found ${kind}", { number, shelf: ${index * 7} });
    return parse${name}(row);
  }

  /** Stores a ${kind}, and tells those who wait for one. */
  async save${name}(${kind}: ${name}): Promise<void> {
    await this.#database.run("insert into ${kind}s values (?, ?)", [${kind}.number, ${kind}.text]);
    this.#listeners.emit("${kind}", ${kind}.number);
  }
`;
}

/** A file of about so many lines, without a declaration that its edits touch. */
function storeFile(methods: number): string {
  const kinds = Array.from({ length: methods }, (_, index) => {
    const round = Math.floor(index / KINDS.length);
    return `${KINDS[index % KINDS.length] ?? ""}${round === 0 ? "" : String(round)}`;
  });
  return `import { Database } from "./database";\nimport { Listeners } from "./listeners";\n\nexport class Store {\n${kinds.map(method).join("\n")}}\n`;
}

/** Each changes one place; the sketches show it with a line before and after. */
const EDITS: readonly { readonly before: string; readonly after: string }[] = [
  {
    before: `    this.#log.debug("found order", { number, shelf: 0 });\n`,
    after: `    if (row.isDeleted) return undefined;\n`,
  },
  {
    before: `    await this.#database.run("insert into invoices values (?, ?)", [invoice.number, invoice.text]);\n`,
    after: `    await this.#database.run("insert into invoices values (?, ?, ?)", [invoice.number, invoice.text, invoice.due]);\n`,
  },
  {
    before: `    this.#listeners.emit("customer", customer.number);\n`,
    after: `    this.#listeners.emit("customer", customer.number);\n    await this.#mails.welcome(customer);\n`,
  },
  {
    before: `    const row = await this.#database.get("select * from refunds where number = ?", [number], signal);\n`,
    after: `    const row = await this.#database.get("select * from refunds where number = ? limit 1", [number], signal);\n`,
  },
  {
    before: `    this.#log.debug("found parcel", { number, shelf: 28 });\n`,
    after: `    this.#log.info("found parcel", { number, shelf: 28, depot: row.depot });\n`,
  },
];

/** The last of them is the voucher's. */
const DOUBTFUL_METHODS = 6;

const MARKER = "  // ... existing code ...\n";

/** A file with edits at several places near its beginning, and their sketch. */
export function sureCase(methods: number): BenchCase {
  const original = storeFile(methods);
  let expected = original;
  let sketch = MARKER;
  for (const { before, after } of EDITS) {
    const at = expected.indexOf(before);
    const lineBefore = expected.slice(expected.lastIndexOf("\n", at - 2) + 1, at);
    const rest = expected.slice(at + before.length);
    sketch += `${lineBefore}${after}${rest.slice(0, rest.indexOf("\n") + 1)}${MARKER}`;
    expected = expected.slice(0, at) + after + rest;
  }
  return { id: `store of ${methods}`, original, sketch, expected, path: "src/store.ts", language: "typescript" };
}

/**
 * The same with an edit that the sketch shows without saying which of the methods that look alike it is for, so that the
 * structural engine is not sure, and its guess is not perfect.
 */
export function doubtfulCase(): BenchCase {
  const sure = sureCase(DOUBTFUL_METHODS);
  const before = "    if (row === undefined) return undefined;\n";
  const after = "    if (row === undefined) return this.#archive.find(number);\n";
  const at = sure.expected.indexOf(before, sure.expected.indexOf("findVoucher"));
  return {
    ...sure,
    sketch: `${sure.sketch}${after}${MARKER}`,
    expected: sure.expected.slice(0, at) + after + sure.expected.slice(at + before.length),
  };
}

/** A file of which an edit fits all of so many methods, and is meant for the last of them. */
export function openCase(places: number): BenchCase {
  const line = "    await this.#guard.enter();\n";
  const next = "    await this.#guard.enter(number);\n";
  const [head = "", ...methods] = storeFile(DOUBTFUL_METHODS).split(/(?=^ {4}const row = )/m);
  const first = methods.length - places;
  const write = (isMeant: (index: number) => boolean): string =>
    head + methods.map((method, index) => `${index < first ? "" : isMeant(index) ? next : line}${method}`).join("");
  return {
    id: `an edit with ${String(places)} places`,
    original: write(() => false),
    sketch: `The voucher's guard needs its number:\n\n\`\`\`typescript\n<<<<<<< SEARCH\n${line}=======\n${next}>>>>>>> REPLACE\n\`\`\`\n`,
    expected: write((index) => index === methods.length - 1),
    path: "src/store.ts",
    language: "typescript",
  };
}
