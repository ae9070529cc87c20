import { ConfigurationTarget, workspace } from "vscode";
import * as v from "valibot";

const READS_WORKSPACE = "fastApply.chat.readsWorkspace";
const READ_ROUNDS = "fastApply.chat.readRounds";
const READ_TOKENS = "fastApply.chat.readTokens";

const answers = ["ask", "always", "never"] as const;

/** Reads whether planners may look at the workspace; `ask` if what is set is not one of the values. */
export function readsWorkspace(): (typeof answers)[number] {
  const read = v.safeParse(v.picklist(answers), workspace.getConfiguration().get(READS_WORKSPACE));
  return read.success ? read.output : "ask";
}

/** Stops planners from looking at any workspace from now on. */
export async function neverRead(): Promise<void> {
  await workspace.getConfiguration().update(READS_WORKSPACE, "never", ConfigurationTarget.Global);
}

/** Reads how much a planner may read for one answer. */
export function readLimits(): { readonly rounds: number; readonly tokens: number } {
  return { rounds: countOf(READ_ROUNDS, 1, 100, 12), tokens: countOf(READ_TOKENS, 1_000, 1_000_000, 60_000) };
}

function countOf(setting: string, least: number, most: number, otherwise: number): number {
  const schema = v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
  const read = v.safeParse(schema, workspace.getConfiguration().get(setting));
  return read.success ? read.output : otherwise;
}
