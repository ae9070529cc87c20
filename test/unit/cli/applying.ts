import { rmSync } from "node:fs";
import { afterEach } from "vitest";
import { command, makeFolder, type Files, type Run, type StartOptions } from "./command.ts";

let folders: string[] = [];

/** Removes the folders of each test of a file. */
export function cleanUp(): void {
  afterEach(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
    folders = [];
  });
}

/** A folder with these files, for one test. */
export function folderOf(files: Files): string {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

/** Runs the command with arguments as they are typed, split at blanks. */
export function run(cwd: string, args: string, stdin: string | Buffer = ""): Promise<Run> {
  return command.run(words(args), { cwd, stdin });
}

/** The same in a process of its own. */
export function start(
  cwd: string,
  args: string,
  stdin: string | Buffer = "",
  options: StartOptions = {},
): Promise<Run> {
  return command.start(words(args), { cwd, stdin, ...options });
}

const words = (args: string): readonly string[] => args.split(" ").filter(Boolean);

export const original = `import { log } from "./log";

export function greet(name) {
  log("greet");
  return "Hello " + name;
}

export function part(name) {
  log("part");
  return "Goodbye " + name;
}
`;
export const lazy = `// ... existing code ...
export function part(name) {
  log("part");
  return "See you, " + name;
}
`;
export const merged = original.replace("Goodbye ", "See you, ");
export const named = (path: string, code: string): string => `\`\`\`js:${path}\n${code}\`\`\`\n`;
export const patch = (...lines: string[]): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
export const twins = "class A {\n  save() {\n    write(1);\n  }\n}\n\nclass B {\n  save() {\n    write(1);\n  }\n}\n";
export const unsure = "save() {\n  write(2);\n}\n";
/** A method that may stand in either class, without its end: of what may be meant, some delete lines that nothing in the sketch speaks of. */
export const unproven = "  save() {\n    write(2);\n";
