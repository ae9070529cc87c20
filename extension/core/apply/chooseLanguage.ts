import { languageFamily, languageOfPath, normalizeLanguage } from "../sketch/languages.ts";
import type { FileSketch } from "../sketch/sketch.ts";

/**
 * Chooses the VS Code language id to work with; `undefined` if nothing tells. A language that the user gives wins, unless the path names
 * a dialect of it (`.tsx` for "typescript"); a `.h` file may be C or C++, so there the given one stays. Otherwise the path decides, and
 * last the fences, if they all name one language.
 */
export function chooseLanguage(
  given: string | undefined,
  path: string | undefined,
  sketches: readonly FileSketch[],
): string | undefined {
  const named = given === undefined || given === "" ? undefined : normalizeLanguage(given);
  const byPath = path === undefined ? undefined : languageOfPath(path);
  if (named !== undefined) {
    const isDialect =
      byPath !== undefined && languageFamily(byPath) === languageFamily(named) && !/\.h$/i.test(path ?? "");
    return isDialect ? byPath : named;
  }
  if (byPath !== undefined) return byPath;
  const fences = new Set(
    sketches.flatMap(({ language }) => (language === undefined ? [] : (normalizeLanguage(language) ?? []))),
  );
  return fences.size === 1 ? [...fences][0] : undefined;
}
