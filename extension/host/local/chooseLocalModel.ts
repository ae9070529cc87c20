import { commands, l10n, window } from "vscode";
import type { LocalModel, LocalModelFacts } from "../../core/models/localEngine.ts";
import type { LocalFailure } from "../../core/models/localFailure.ts";
import { cancellable } from "../cancellable.ts";
import { inBackground } from "../inBackground.ts";
import type { ConfiguredProviders } from "../providers/configuredProviders.ts";
import { LOCAL_ENGINE, localModelsAction, showWithAction, TEST_PROVIDER } from "../providers/failureActions.ts";
import { readSettings, saveEngine, saveFirst } from "../providers/providerSettings.ts";
import { shownBytes } from "../shownFigures.ts";
import { shown } from "../shownText.ts";
import type { LocalParts } from "./localPreset.ts";
import { readLocalSettings, saveLocalModel } from "./localSettings.ts";

/**
 * Makes a model file the one that the local engine uses, and the engine the first provider to ask. Before that the engine reads what the
 * model needs: one that does not fit into memory is refused, or offered with a warning if a graphics processor may hold it. Resolves to
 * whether the model is in use now.
 */
export async function chooseLocalModel(
  { engine }: Pick<LocalParts, "engine">,
  providers: ConfiguredProviders,
  model: LocalModel,
): Promise<boolean> {
  const local = await engine();
  const title = l10n.t("Reading what {0} needs", shown(model.name));
  const facts = await cancellable(title, (signal) => local.inspect(model.path, signal));
  const health = local.health();
  // The model that is in memory now gives way to another one.
  const heldBytes = health.type === "running" && health.model !== undefined ? health.memoryBytes : 0;
  if (facts === undefined || !(await accept(model, facts, heldBytes))) return false;
  await saveLocalModel(model.path);
  await saveFirst(LOCAL_ENGINE);
  inBackground(tellChosen(providers, model));
  return true;
}

/** Shows what the model needs, and asks. Resolves to whether the user takes it. */
async function accept(
  { name, path }: LocalModel,
  facts: ({ readonly type: "facts" } & LocalModelFacts) | LocalFailure,
  heldBytes: number,
): Promise<boolean> {
  if (facts.type === "failed") {
    inBackground(showWithAction("error", facts.message, localModelsAction()));
    return false;
  }
  const freeBytes = facts.freeBytes + heldBytes;
  const [needed, free] = [shownBytes(facts.neededBytes), shownBytes(freeBytes)];
  const isTooLarge = facts.neededBytes > freeBytes;
  // What a graphics processor has free is known only when the model loads.
  if (isTooLarge && !readLocalSettings().options.usesGpu) {
    const message = l10n.t(
      "{0} needs {1} of memory, and this machine has {2} free, so it is not used. Close other programs, or take a smaller model.",
      shown(name),
      needed,
      free,
    );
    inBackground(showWithAction("warning", message, localModelsAction()));
    return false;
  }
  const title = facts.title === "" ? name : facts.title;
  const use = {
    label: l10n.t("Use {0}", shown(title)),
    description: shown(facts.architecture),
    detail: isTooLarge
      ? `$(warning) ${l10n.t(
          "Needs {0} of memory; {1} are free. If the graphics processor cannot hold it, it will not load.",
          needed,
          free,
        )}`
      : l10n.t("Needs {0} of memory; {1} are free.", needed, free),
  };
  const answer = await window.showQuickPick([use, { label: l10n.t("Do Not Use It") }], {
    title: l10n.t("Model on This Machine"),
    placeHolder: shown(path),
    ignoreFocusOut: true,
  });
  return answer === use;
}

/** Says when the model is asked, and offers a test and, if there are others, to ask none of them. */
async function tellChosen(providers: ConfiguredProviders, { name }: LocalModel): Promise<void> {
  const { engine } = readSettings();
  if (engine !== "auto" && engine !== LOCAL_ENGINE) {
    const message = l10n.t("{0} is chosen. It is not asked, as another engine is set.", shown(name));
    const use = l10n.t("Use It");
    if ((await window.showInformationMessage(message, use)) === use) await saveEngine(LOCAL_ENGINE);
    return;
  }
  const others =
    engine === LOCAL_ENGINE ? [] : (await providers.configuredRewriters()).filter(({ id }) => id !== LOCAL_ENGINE);
  const [test, alone] = [l10n.t("Test"), l10n.t("Ask No Others")];
  const message =
    others.length === 0
      ? l10n.t("{0} is asked where the structural engine is not sure. Nothing leaves this machine.", shown(name))
      : l10n.t(
          "{0} is asked where the structural engine is not sure. Where it fails, the file goes to {1}.",
          shown(name),
          others.map((rewriter) => shown(rewriter.name)).join(", "),
        );
  const answer = await window.showInformationMessage(message, test, ...(others.length === 0 ? [] : [alone]));
  if (answer === test) await commands.executeCommand(TEST_PROVIDER, LOCAL_ENGINE);
  if (answer === alone) await saveEngine(LOCAL_ENGINE);
}
