import { l10n, QuickPickItemKind, window, workspace, type QuickPickItem } from "vscode";
import type { AskedPlanner, EngineToRun } from "../../evaluation/engines.ts";
import { whole } from "../shownFigures.ts";
import { offeredChatModels, type NamedModel, type OfferedChatModel } from "./chatModels.ts";
import type { EvaluateParts } from "./evaluateParts.ts";
import { offeredEngines } from "./offeredEngines.ts";

/** Numbers of edits to choose from. */
const EDITS = [20, 100, 450];
const USUAL_EDITS = 100;
const MOST_EDITS = 5_000;

/** What the user has chosen. */
export interface WantedEvaluation {
  readonly directory: string;
  readonly edits: number;
  readonly engines: readonly EngineToRun[];
  /** Writes the answers, from the messages of the commits; `undefined`: they are made with the edits. */
  readonly planner: AskedPlanner | undefined;
  readonly grader: AskedPlanner | undefined;
  /** All models that have a part in it. */
  readonly models: readonly NamedModel[];
}

/** A chat model in a list, or that none is wanted. */
interface ChatModelItem extends QuickPickItem {
  readonly chat: OfferedChatModel | undefined;
}

/**
 * Asks what to evaluate and which models to use; each question has an answer that sends nothing. `undefined` if the user leaves, or no
 * folder can be evaluated.
 */
export async function askForEvaluation(
  parts: Pick<EvaluateParts, "providers" | "planners" | "takePasses">,
): Promise<WantedEvaluation | undefined> {
  const directory = await askForFolder();
  if (directory === undefined) return undefined;
  const chats = await offeredChatModels(parts.planners);
  const items = await window.showQuickPick(await offeredEngines(parts, chats), {
    title: l10n.t("Evaluate on This Repository"),
    placeHolder: l10n.t("Which engines are to apply the edits of its history?"),
    canPickMany: true,
  });
  const chosen = (items ?? []).flatMap((item) => ("engine" in item ? [item] : []));
  if (chosen.length === 0) return undefined;
  const writer = await askForWriter(chats);
  const grader = writer && (await askForGrader(chats));
  const edits = grader && (await askForEdits());
  if (edits === undefined) return undefined;
  const models = [...chosen.map(({ model }) => model), writer?.chat?.model, grader?.chat?.model];
  return {
    directory,
    edits,
    engines: await Promise.all(chosen.map(({ engine }) => engine())),
    planner: await writer?.chat?.ask("planner"),
    grader: await grader?.chat?.ask("grader"),
    models: models.filter((model) => model !== undefined),
  };
}

/** Returns the folder of the workspace, or asks for one of several; `undefined` if there is none on this machine that is trusted. */
async function askForFolder(): Promise<string | undefined> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const [first, ...others] = folders;
  if (!workspace.isTrusted || first === undefined) {
    void window.showErrorMessage(
      l10n.t("An evaluation reads the history of a git repository. Open a folder on this machine that you trust."),
    );
    return undefined;
  }
  if (others.length === 0) return first.uri.fsPath;
  const items = folders.map(({ name, uri }) => ({ label: name, description: uri.fsPath }));
  const title = l10n.t("Evaluate on This Repository");
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t("Which folder?") }))?.description;
}

function askForWriter(chats: readonly OfferedChatModel[]): Promise<ChatModelItem | undefined> {
  const generator = {
    label: l10n.t("The generator"),
    description: l10n.t("sends nothing"),
    detail: l10n.t("Writes what the history has changed in the manner of chat models, so the right result is known."),
    chat: undefined,
  };
  const detail = l10n.t("Answers the messages of the commits as in the chat, and then says what it means.");
  return pickChatModel(chats, generator, detail, {
    title: l10n.t("Answers to Apply"),
    placeHolder: l10n.t("Who writes the answers that the engines apply?"),
  });
}

function askForGrader(chats: readonly OfferedChatModel[]): Promise<ChatModelItem | undefined> {
  const none = {
    label: l10n.t("No grader"),
    description: l10n.t("sends nothing"),
    detail: l10n.t("Results are compared with the expected text alone."),
    chat: undefined,
  };
  const detail = l10n.t("Grades each result twice, and is not told whose it is.");
  return pickChatModel(chats, none, detail, {
    title: l10n.t("Grader"),
    placeHolder: l10n.t("Is a model to grade the results, too?"),
  });
}

/** Without models of the chat there is nothing to ask. */
async function pickChatModel(
  chats: readonly OfferedChatModel[],
  usual: ChatModelItem,
  detail: string,
  options: { readonly title: string; readonly placeHolder: string },
): Promise<ChatModelItem | undefined> {
  if (chats.length === 0) return usual;
  const items: (ChatModelItem | QuickPickItem)[] = [
    usual,
    { label: l10n.t("Models of the chat"), kind: QuickPickItemKind.Separator },
    ...chats.map((chat) => ({ label: chat.name, description: chat.provider, detail, chat })),
  ];
  const item = await window.showQuickPick(items, options);
  return item !== undefined && "chat" in item ? item : undefined;
}

async function askForEdits(): Promise<number | undefined> {
  const title = l10n.t("Number of Edits");
  const items = [
    ...EDITS.map((edits) => ({ label: whole(edits), edits })),
    { label: l10n.t("Another Number…"), edits: undefined },
  ];
  const placeHolder = l10n.t("How many edits of the history? The more, the surer the figures.");
  const item = await window.showQuickPick(items, { title, placeHolder });
  if (item === undefined || item.edits !== undefined) return item?.edits;
  const entered = await window.showInputBox({
    title,
    value: String(USUAL_EDITS),
    validateInput: (text) =>
      isNumberOfEdits(Number(text)) ? undefined : l10n.t("A whole number from 1 to {0}.", whole(MOST_EDITS)),
  });
  return entered === undefined ? undefined : Number(entered);
}

function isNumberOfEdits(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MOST_EDITS;
}
