import { l10n, lm, type LanguageModelChat } from "vscode";
import { createChatRewriter } from "../../core/models/chatRewriter.ts";
import type { Rewriter } from "../../core/models/rewriter.ts";
import { failing, languageModel, languageModelsPreset, noModel } from "./languageModels.ts";
import { soon } from "./patience.ts";

/** Extensions that bring models may have to start first. */
const FIND_MS = 10_000;

/**
 * Creates the rewriter over a model of VS Code, `vendor/id` as the settings name it; if empty, over the first one there is. The first
 * request makes VS Code ask the user for consent, so it must come from an action of the user. The model is looked for before that, since
 * its limits decide what is sent; if VS Code does not find it in time, the rewriter says so.
 */
export async function languageModelRewriter(name: string): Promise<Rewriter> {
  const [vendor = "", ...rest] = name.split("/");
  const preset = languageModelsPreset();
  let models: readonly LanguageModelChat[];
  try {
    models = await soon(lm.selectChatModels(name === "" ? {} : { vendor, id: rest.join("/") }), FIND_MS);
  } catch {
    const message = l10n.t(
      "VS Code does not say which language models it has. Apply again, or choose another provider.",
    );
    return failing(preset.id, preset.name, { type: "unreachable", message });
  }
  const [model] = models;
  if (model === undefined) return failing(preset.id, preset.name, noModel(name));
  const rewriterName = l10n.t("{0} in VS Code", model.name);
  return createChatRewriter({ id: preset.id, name: rewriterName, family: "general", model: languageModel(model) });
}
