import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import { dirname, relative, resolve } from "node:path";

const placeInBundle = /([^\s()]+\.cjs):(\d+):(\d+)/g;
const inlineMap = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;

/** A stack with places in the sources, relative to the working directory. VS Code formats stacks itself, so Node.js cannot do this. */
export function originalStack(stack: string): string {
  return stack.replace(placeInBundle, (place, file: string, line: string, column: string) => {
    const bundle = resolve(file);
    const [, map] = inlineMap.exec(readFileSync(bundle, "utf8")) ?? [];
    if (map === undefined) return place;
    const payload = JSON.parse(Buffer.from(map, "base64").toString()) as SourceMapPayload;
    // Lines of a stack count from 1, those of a map from 0.
    const entry = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in entry)) return place;
    const source = relative(process.cwd(), resolve(dirname(bundle), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
