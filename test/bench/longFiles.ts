/** A file of a given length with the lazy sketch that a chat would write for it. */
export interface LongFile {
  readonly language: string;
  readonly path: string;
  readonly original: string;
  readonly reply: string;
  readonly lineCount: number;
}

const verbs = ["load", "save", "render", "parse", "merge", "send", "close", "count"];
const nouns = ["Order", "User", "Total", "Path", "Buffer", "Result", "Config", "Item", "Invoice", "Session", "Region"];

const verb = (index: number): string => verbs[index % verbs.length] ?? "";
const noun = (index: number): string => nouns[index % nouns.length] ?? "";

/** Functions of eleven lines; some of their lines occur in every function, some in few, some once. */
function typescriptFunction(index: number): string[] {
  const name = `${verb(index)}${noun(index)}${String(index)}`;
  return [
    `/** ${noun(index)} number ${String(index)}. */`,
    `export function ${name}(input: ${noun(index)}Input, limit = ${String(index % 40)}): ${noun(index)} | undefined {`,
    `  const ${noun(index).toLowerCase()} = store.find(input.id);`,
    `  if (!${noun(index).toLowerCase()}) return undefined;`,
    `  for (const part of ${noun(index).toLowerCase()}.parts) {`,
    `    if (part.size > limit) log("${name}: too large", part);`,
    `    ${verb(index + 3)}Part(part, ${String((index * 7) % 91)});`,
    `  }`,
    `  return ${noun(index).toLowerCase()};`,
    `}`,
    ``,
  ];
}

function pythonFunction(index: number): string[] {
  const name = `${verb(index)}_${noun(index).toLowerCase()}_${String(index)}`;
  return [
    `def ${name}(data, limit=${String(index % 40)}):`,
    `    """${noun(index)} number ${String(index)}."""`,
    `    ${noun(index).toLowerCase()} = store.find(data.id)`,
    `    if ${noun(index).toLowerCase()} is None:`,
    `        return None`,
    `    for part in ${noun(index).toLowerCase()}.parts:`,
    `        if part.size > limit:`,
    `            log("${name}: too large", part)`,
    `        ${verb(index + 3)}_part(part, ${String((index * 7) % 91)})`,
    `    return ${noun(index).toLowerCase()}`,
    ``,
  ];
}

const languages = {
  typescript: {
    path: "src/orders.ts",
    header: ['import { log, store } from "./store";', ""],
    write: typescriptFunction,
    marker: "// ... existing code ...",
    added: '  audit("changed", input.id);',
    signature: 1,
  },
  python: {
    path: "orders.py",
    header: ["import store", ""],
    write: pythonFunction,
    marker: "# ... existing code ...",
    added: '    audit("changed", data.id)',
    signature: 0,
  },
};

export type BenchLanguage = keyof typeof languages;

/** A file of about `lineCount` lines, and a sketch that changes two functions, at a third and two thirds of it. */
export function writeLongFile(language: BenchLanguage, lineCount: number): LongFile {
  const { path, header, write, marker, added, signature } = languages[language];
  const functions: string[][] = [];
  for (let lines = header.length; lines < lineCount; lines += functions.at(-1)?.length ?? 1) {
    functions.push(write(functions.length));
  }
  const change = (index: number): string[] => {
    const lines = functions[index] ?? [];
    const body = signature + 1;
    // The signature, a new first statement, two lines of context, and the end of the function.
    return [...lines.slice(signature, body), added, ...lines.slice(body, body + 2), marker, ...lines.slice(-3, -1)];
  };
  const [first, second] = [Math.floor(functions.length / 3), Math.floor((2 * functions.length) / 3)];
  const sketch = [marker, "", ...change(first), "", marker, "", ...change(second), "", marker];
  const all = [...header, ...functions.flat()];
  return {
    language,
    path,
    original: all.join("\n") + "\n",
    reply: ["```" + language, ...sketch, "```", ""].join("\n"),
    lineCount: all.length,
  };
}
