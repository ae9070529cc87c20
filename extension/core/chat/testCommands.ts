import * as v from "valibot";

/** A command that may run tests, as it is offered. */
export interface TestCommand {
  /** To the letter what a shell gets. */
  readonly command: string;
  /** Where it stands. */
  readonly source: string;
}

/** What a shell takes for one plain word, so that a name from a file can do nothing but name. */
const PLAIN_WORD = /^[\w.:@/-]+$/;
const MOST_OFFERED = 50;
const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });

/** The scripts of a `package.json`, run by `runner`, those that are about tests first. None where the text is no such file. */
export function scriptCommands(text: string, runner: string): readonly TestCommand[] {
  const read = v.safeParse(packageSchema, parseJson(text));
  if (!read.success) return [];
  return offered(Object.keys(read.output.scripts), (name) => `${runner} run ${name}`, "package.json");
}

/** The targets of a makefile, those that are about tests first. */
export function makeCommands(text: string): readonly TestCommand[] {
  const names = text.split("\n").flatMap((line) => {
    const [, name] = /^([\w.-]+)\s*:(?!=)/.exec(line) ?? [];
    return name === undefined || name.startsWith(".") ? [] : [name];
  });
  return offered([...new Set(names)], (name) => `make ${name}`, "Makefile");
}

/** Whether a command can be shown to the letter in one line of a question: nothing in it is invisible, and it has an end. */
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
