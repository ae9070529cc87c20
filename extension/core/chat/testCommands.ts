import * as v from "valibot";

/** A command that may run tests, as it is offered. */
export interface TestCommand {
  /** Exactly what a shell gets. */
  readonly command: string;
  /** Name of the file that it comes from. */
  readonly source: string;
}

/** What a shell takes for one plain word, so that a name from a file can do nothing but name. */
const PLAIN_WORD = /^[\w.:@/-]+$/;
const MOST_OFFERED = 50;
const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });

/** Lists the scripts of a `package.json`, run by `runner`, those that are about tests first. None if the text is not such a file. */
export function scriptCommands(text: string, runner: string): readonly TestCommand[] {
  const read = v.safeParse(packageSchema, parseJson(text));
  if (!read.success) return [];
  return offered(Object.keys(read.output.scripts), (name) => `${runner} run ${name}`, "package.json");
}

/** Lists the targets of a makefile as commands, those that are about tests first. */
export function makeCommands(text: string): readonly TestCommand[] {
  const names = text.split("\n").flatMap((line) => {
    const [, name] = /^([\w.-]+)\s*:(?!=)/.exec(line) ?? [];
    return name === undefined || name.startsWith(".") ? [] : [name];
  });
  return offered([...new Set(names)], (name) => `make ${name}`, "Makefile");
}

/** Checks whether a command can be shown verbatim in one line of a question: nothing in it is invisible, and it is not too long. */
export function canBeShown(command: string): boolean {
  return command.length <= 500 && !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(command);
}

function offered(
  names: readonly string[],
  commandOf: (name: string) => string,
  source: string,
): readonly TestCommand[] {
  const plain = names.filter((name) => PLAIN_WORD.test(name) && !name.startsWith("-"));
  const isTest = (name: string): boolean => /test|spec|check/i.test(name);
  const sorted = [...plain.filter(isTest), ...plain.filter((name) => !isTest(name))];
  return sorted.slice(0, MOST_OFFERED).map((name) => ({ command: commandOf(name), source }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
