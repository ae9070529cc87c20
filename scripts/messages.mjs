// Writes l10n/bundle.l10n.json, the messages that translators work from, out of the code. `--check` only says what is out of date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "..");
const bundleFile = join(root, "l10n", "bundle.l10n.json");

if (process.argv[1] === import.meta.filename) {
  const wanted = bundleText();
  if (!process.argv.includes("--check")) {
    writeFileSync(bundleFile, wanted);
  } else if (readFileSync(bundleFile, "utf8") !== wanted) {
    console.error(
      "l10n/bundle.l10n.json is out of date.\nNext step: node scripts/messages.mjs, then translate what is new.",
    );
    process.exitCode = 1;
  }
}

/** The bundle as it should be. */
export function bundleText() {
  const messages = codeMessages().map(({ message }) => message);
  const bundle = Object.fromEntries([...new Set(messages)].sort().map((message) => [message, message]));
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

/**
 * What the extension and its page say through `l10n.t`. A message that is not one plain string cannot be translated, which is an error.
 *
 * @returns {{ message: string, file: string, values: number }[]} `values`: how many are filled in
 */
export function codeMessages() {
  return ["extension", "webview"].flatMap((folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    return files.filter((file) => /\.tsx?$/.test(file)).flatMap((file) => messagesOf(`${folder}/${file}`));
  });
}

/** @param {string} file its path in the project */
function messagesOf(file) {
  const text = readFileSync(join(root, file), "utf8");
  if (!text.includes("l10n.t(")) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  /** @type {{ message: string, file: string, values: number }[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === "l10n.t") {
      const [message, ...values] = node.arguments;
      if (message === undefined || !ts.isStringLiteralLike(message)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        throw new Error(`${file}:${line + 1}: the first argument of l10n.t must be one plain string.`);
      }
      found.push({ message: message.text, file, values: values.length });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
