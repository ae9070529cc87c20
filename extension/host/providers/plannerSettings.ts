import { ConfigurationTarget, workspace } from "vscode";
import * as v from "valibot";
import { FORMAT_SETTINGS, type FormatSetting } from "../../core/chat/plannerFormat.ts";

const count = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined);
const price = v.fallback(v.optional(v.pipe(v.number(), v.minValue(0))), undefined);
const name = v.pipe(v.string(), v.trim(), v.minLength(1));

const modelSchema = v.object({
  provider: name,
  model: name,
  name: v.exactOptional(v.fallback(v.optional(name), undefined)),
  /** Its address, if that is not the one of its provider. */
  baseUrl: v.exactOptional(v.fallback(v.optional(name), undefined)),
  contextTokens: v.exactOptional(count),
  outputTokens: v.exactOptional(count),
  inputPrice: v.exactOptional(price),
  outputPrice: v.exactOptional(price),
});

/** A planning model as the user has set it. Prices are for a million tokens. */
export type ChatModelEntry = v.InferOutput<typeof modelSchema>;

export const CHAT_MODELS = "fastApply.chat.models";
export const CHAT_MODEL = "fastApply.chat.model";
const EDIT_FORMAT = "fastApply.chat.editFormat";
const ASK_FOR_CHOICE = "fastApply.askForChoice";

/** Names a model as the chat does: `provider/model`. */
export function idOf({ provider, model }: ChatModelEntry): string {
  return `${provider}/${model}`;
}

/** Reads the models as they are set now. What does not fit counts as not set, and so does a second one of the same id. */
export function readChatModels(): readonly ChatModelEntry[] {
  const listed = v.safeParse(v.array(v.unknown()), workspace.getConfiguration().get(CHAT_MODELS));
  const models = new Map<string, ChatModelEntry>();
  for (const entry of listed.success ? listed.output : []) {
    const read = v.safeParse(modelSchema, entry);
    if (read.success && !models.has(idOf(read.output))) models.set(idOf(read.output), read.output);
  }
  return [...models.values()];
}

/** Reads the id of the model that the user has chosen; empty if there is none. */
export function readChosenModel(): string {
  const read = v.safeParse(v.string(), workspace.getConfiguration().get(CHAT_MODEL));
  return read.success ? read.output.trim() : "";
}

/** Reads how planners are asked to write changes; `auto` if what is set is not one of the values. */
export function readEditFormat(): FormatSetting {
  const read = v.safeParse(v.picklist(FORMAT_SETTINGS), workspace.getConfiguration().get(EDIT_FORMAT));
  return read.success ? read.output : "auto";
}

/** Reads whether the chat's models may be asked what open pieces mean. */
export function readAsksForChoice(): boolean {
  return workspace.getConfiguration().get(ASK_FOR_CHOICE) !== false;
}

/** Writes one of the two settings; `undefined` removes it. */
export async function saveChatSetting(
  setting: typeof CHAT_MODELS | typeof CHAT_MODEL,
  value: readonly ChatModelEntry[] | string | undefined,
): Promise<void> {
  await workspace.getConfiguration().update(setting, value, ConfigurationTarget.Global);
}
