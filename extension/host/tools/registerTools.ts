import { commands, Disposable, l10n, lm, window, type LanguageModelTool } from "vscode";
import { EDIT_FILE } from "../../core/tools/editFileTool.ts";
import type { ApplySurroundings } from "../apply/applyTarget.ts";
import { loadOnce } from "../loadOnce.ts";
import { isGroupReference } from "../review/reviewGroups.ts";
import type { ReviewSurface } from "../review/reviewSurface.ts";
import { shown } from "../shownText.ts";
import type { AgentTurns } from "./agentTurns.ts";
import type { AgentEdits } from "./agentEdits.ts";
import { ReportedEdits, type Memory } from "./reportedEdits.ts";

/** The edits of agents, as the extension offers them. */
export interface RegisteredTools {
  /** What computes the edits of all agents and has them reviewed. */
  readonly agentEdits: AgentEdits;
  readonly registration: Disposable;
}

/**
 * Registers the tool and the commands for what agents did with it. What they do loads when it is first asked for. `memory`: what this
 * workspace remembers over a restart. `recovered`: resolves when the reviews from before that are back.
 */
export function registerTools(
  memory: Memory,
  recovered: Promise<void>,
  surroundings: ApplySurroundings,
  surface: ReviewSurface,
  turns: AgentTurns,
): RegisteredTools {
  const reported = new ReportedEdits(surface.reviews, memory, recovered);
  const edits = loadOnce(async () => {
    const { ToolEdits } = await import("../firstUse.ts");
    return new ToolEdits({ surroundings, surface, turns, reported });
  });
  const agentEdits: AgentEdits = {
    edit: async (request, onProgress, signal) => (await edits.get()).edit(request, onProgress, signal),
    preview: async (request, onProgress, signal) => (await edits.get()).preview(request, onProgress, signal),
  };
  const tool = async (): Promise<LanguageModelTool<unknown>> => (await import("../firstUse.ts")).editTool(agentEdits);
  const registration = Disposable.from(
    reported,
    lm.registerTool(EDIT_FILE.name, {
      prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
      invoke: async (options, token) => (await tool()).invoke(options, token),
    }),
    commands.registerCommand("fastApply.undoAgentTurn", (argument: unknown) =>
      undo(surface, turns, groupOf(argument) ?? turns.latest),
    ),
    commands.registerCommand("fastApply.dismissAgentTurn", (argument: unknown) => {
      turns.dismiss(groupOf(argument) ?? turns.latest);
    }),
    new Disposable(() => {
      void edits.peek().then((loaded) => loaded?.dispose());
    }),
  );
  return { agentEdits, registration };
}

function groupOf(argument: unknown): string | undefined {
  return isGroupReference(argument) ? argument.group : undefined;
}

/** Takes back what an agent did in a turn, and says what could not be undone. */
async function undo(surface: ReviewSurface, turns: AgentTurns, turn: string | undefined): Promise<void> {
  const edits = turn === undefined ? [] : turns.editsOf(turn);
  if (turn === undefined || edits.length === 0) {
    void window.showInformationMessage(l10n.t("There are no edits of an agent to undo."));
    return;
  }
  const { undoTurn } = await import("../firstUse.ts");
  const { prevented, canRetry } = await undoTurn(surface, edits);
  if (!canRetry) turns.dismiss(turn);
  if (prevented.length === 0) return;
  void window.showWarningMessage(l10n.t("Not all could be undone. {0}", prevented.map((why) => shown(why)).join(" ")));
}
