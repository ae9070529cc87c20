import { detectIndentUnit, indentOf, indentWidth, isBlank } from "../../../extension/core/text/indentation.ts";
import { bodyOf, isCloser, namedUnits, unitsIn, type NamedUnit, type Unit } from "../outline.ts";
import type { Random } from "../random.ts";
import { expectedLines, replaceLines, type Edit, type NewLine } from "../script.ts";

/** What a new block is written as around lines: its opening and closing lines. */
interface Wrapper {
  readonly name: string;
  readonly open: readonly string[];
  readonly close: readonly string[];
}

const BRACES = "javascript javascriptreact typescript typescriptreact vue java csharp c cpp php swift kotlin dart scala groovy".split(" ");

function wrappersOf(language: string | undefined, isTests: boolean, random: Random): readonly Wrapper[] {
  const named = random.pick(["enabled", "ready", "verbose", "active", "strict", "debug", "useCache", "isOpen"]);
  const isScript = language?.startsWith("javascript") === true || language?.startsWith("typescript") === true || language === "vue";
  if (isScript && isTests) {
    const title = random.pick(["when enabled", "basics", "with defaults", "edge cases", "errors"]);
    return [{ name: "describe", open: [`describe('${title}', () => {`], close: ["})"] }];
  }
  if (language !== undefined && BRACES.includes(language)) {
    const value = language === "php" ? `$${named}` : named;
    const caught = language === "php" || language === "java" ? "Exception " : "";
    const bare = language === "swift" || language === "c" ? [] : [];
    return [
      { name: "if", open: [language === "swift" ? `if ${named} {` : `if (${value}) {`], close: ["}"] },
      { name: "if", open: [language === "swift" ? `if options.${named} {` : language === "php" ? `if ($this->${named}) {` : `if (options.${named}) {`], close: ["}"] },
      ...(language === "c" || language === "swift"
        ? bare
        : [
            {
              name: "try",
              open: ["try {"],
              close: [
                isScript || language === "kotlin" || language === "dart" || language === "groovy" || language === "scala"
                  ? "} catch (error) {"
                  : language === "cpp"
                    ? "} catch (const std::exception &error) {"
                    : `} catch (${language === "csharp" ? "Exception " : caught}${language === "php" ? "$error" : "error"}) {`,
                isScript ? "  console.error(error)" : language === "php" ? "  report($error);" : "  log(error);",
                "}",
              ],
            },
          ]),
    ];
  }
  switch (language) {
    case "python":
      return [
        { name: "if", open: [`if self.${named}:`], close: [] },
        { name: "if", open: [`if not ${named}:`], close: [] },
        { name: "with", open: ["with suppress(OSError):"], close: [] },
        { name: "try", open: ["try:"], close: ["except ValueError as error:", "  raise RuntimeError(str(error)) from error"] },
        { name: "try", open: ["try:"], close: ["except Exception:", `  logger.exception("${named} failed")`, "  raise"] },
      ];
    case "go":
      return [
        { name: "if", open: [`if ${named} {`], close: ["}"] },
        { name: "if", open: [`if opts.${named} {`], close: ["}"] },
      ];
    case "rust":
      return [
        { name: "if", open: [`if self.${named} {`], close: ["}"] },
        { name: "if", open: [`if ${named} {`], close: ["}"] },
      ];
    case "ruby":
      return [
        { name: "if", open: [`if @${named}`], close: ["end"] },
        { name: "unless", open: [`unless ${named}?`], close: ["end"] },
        { name: "begin", open: ["begin"], close: ["rescue StandardError => e", `  warn e.message`, "end"] },
        ...(isTests ? [{ name: "context", open: [`context "when ${named}" do`], close: ["end"] }] : []),
      ];
    case "elixir":
      return [
        { name: "if", open: [`if ${named} do`], close: ["end"] },
        ...(isTests ? [{ name: "describe", open: [`describe "${named}" do`], close: ["end"] }] : []),
      ];
    case "shellscript":
      return [
        { name: "if", open: [`if [ -n "$${named.toUpperCase()}" ]; then`], close: ["fi"] },
        { name: "if", open: [`if [[ $${named} == true ]]; then`], close: ["fi"] },
      ];
    case "html":
      return [{ name: "div", open: [`<div class="${named}">`], close: ["</div>"] }];
    default:
      return [];
  }
}

/** Puts a new block around some statements of a function, or around neighbouring tests, and moves them in. `undefined`: nowhere. */
export function wrapStatements(edit: Edit, random: Random): Edit | undefined {
  const lines = expectedLines(edit.steps);
  const places = random.shuffle(placesIn(lines, edit.language)).slice(0, 8);
  for (const { units, owner, isTests } of places) {
    const wrappers = wrappersOf(edit.language, isTests, random);
    if (wrappers.length === 0) return undefined;
    const run = chooseRun(units, random);
    const start = units[run.start]?.start ?? 0;
    const end = units[run.end - 1]?.end ?? 0;
    const wrapped = lines.slice(start, end);
    if (wrapped.length > (isTests ? 60 : 26) || wrapped.length === 0 || !isMovable(wrapped)) continue;
    const wrapper = random.pick(wrappers);
    const indent = indentOf(lines[start] ?? "");
    const unit = unitText(lines);
    const written = (text: string): string => (text === "" ? "" : indent + text.replace(/^ {2}/, unit));
    const isQuiet = wrapped.some((line) => /^\s*(?:return|break|continue|const|let|var|def|local|val)\b|:=/.test(line));
    // A declaration that is used behind the block, or a value that was returned: nobody would wrap it like that.
    if (isQuiet && random.isLikely(0.7) && !isTests) continue;
    const added = [
      ...wrapper.open.map(written),
      ...wrapped.map((text, place): NewLine => ({ from: start + place, text: isBlank(text) ? text : unit + text })),
      ...wrapper.close.map((text) => written(withSemicolon(text, wrapped, edit.language))),
    ];
    return {
      ...edit,
      steps: replaceLines(edit.steps, [{ start, end, lines: added }]),
      facts: [
        ...edit.facts,
        { verb: "wrap", noun: wrapper.name, name: owner?.name ?? "", other: wrapper.open.join(" ").trim() },
      ],
    };
  }
  return undefined;
}

function withSemicolon(text: string, wrapped: readonly string[], language: string | undefined): string {
  const usesThem = language?.includes("script") === true && wrapped.some((line) => line.trimEnd().endsWith(";"));
  return usesThem && /^(?:\}\)| {2}console.*\))$/.test(text) ? `${text};` : text;
}

interface Place {
  readonly units: readonly Unit[];
  readonly owner: NamedUnit | undefined;
  readonly isTests: boolean;
}

function placesIn(lines: readonly string[], language: string | undefined): Place[] {
  const places: Place[] = [];
  for (const owner of namedUnits(lines, language)) {
    const { start, end } = bodyOf(lines, owner);
    if (end - start < 1) continue;
    const isGroup = owner.noun === "test" && /^\s*(?:describe|context)\b/.test(lines[owner.header] ?? "");
    if (!isGroup && !["function", "method", "test"].includes(owner.noun)) continue;
    const indent = indentWidth(lines[owner.header] ?? "");
    const units = unitsIn(lines, language, start, end);
    const isRegular = units.every((unit) => unit.indent > indent && indentWidth(lines[unit.start] ?? "") === unit.indent && !isCloser(lines[unit.start] ?? ""));
    const isStatement = units.every((unit) => !/^\s*(?:['"`]{3}|[.&|+?:,)]|case\b|default\b|#(?:if|else|end)|,)/.test(lines[unit.header] ?? ""));
    if (units.length === 0 || !isRegular || !isStatement) continue;
    if (/^\s*(?:\w+,?$|.*[,(]$)/.test(lines[owner.body - 1] ?? "")) continue;
    places.push({ units, owner, isTests: isGroup });
  }
  return places;
}

function chooseRun(units: readonly Unit[], random: Random): { start: number; end: number } {
  const length = random.isLikely(0.25) ? units.length : Math.min(units.length, random.between(1, 4));
  const start = random.between(0, units.length - length);
  return { start, end: start + length };
}

/** Lines whose indentation is text: a template, a heredoc, a string of several lines. */
export function isMovable(lines: readonly string[]): boolean {
  const text = lines.join("\n");
  const ticks = text.split("`").length - 1;
  return !/'''|"""|<<[-~]?['"]?[A-Z]|\\$/m.test(text) && !/`[^`\n]*\n/.test(ticks > 0 ? text : "") && !lines.some((line) => /^(?:[A-Z]+;?|#\w+.*)$/.test(line));
}

/** One step of indentation, as the file writes it. */
export function unitText(lines: readonly string[]): string {
  return detectIndentUnit(lines)?.text ?? "    ";
}
