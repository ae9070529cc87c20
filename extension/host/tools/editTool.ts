import {
  l10n,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  workspace,
  type CancellationToken,
  type LanguageModelTool,
  type PreparedToolInvocation,
} from "vscode";
import { parseEditCall } from "../../core/tools/editArguments.ts";
import { reportEdit } from "../../core/tools/editReport.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { shown } from "../shownText.ts";
import type { AgentEdits } from "./agentEdits.ts";
import { locateTarget } from "./toolTarget.ts";

const DEFAULT_PATIENCE_S = 120;

/** Makes the tool with which the agents of VS Code edit files. */
export function editTool(agentEdits: AgentEdits): LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) => preparation(input),
    invoke: async ({ input, toolInvocationToken }, token) => {
      const cancelled = signalOf(token);
      try {
        const result = await edit(agentEdits, input, sessionOf(toolInvocationToken), cancelled.signal);
        return new LanguageModelToolResult([new LanguageModelTextPart(reportEdit(result))]);
      } finally {
        cancelled.dispose();
      }
    },
  };
}

/** Makes what the user is asked before a call; a call that cannot be read asks nothing, as it does nothing. */
function preparation(input: unknown): PreparedToolInvocation {
  const parsed = parseEditCall(input);
  if (parsed.type === "bad") return { invocationMessage: l10n.t("Editing a file") };
  const { targetFile, instructions } = parsed.call;
  const file = shown(targetFile, 200);
  return {
    invocationMessage: l10n.t("Editing {0}", file),
    confirmationMessages: {
      title: l10n.t("Edit {0}?", file),
      // Text of a model: nothing in it is markup.
      message: new MarkdownString().appendText(shown(instructions, 1_000)),
    },
  };
}

async function edit(agentEdits: AgentEdits, input: unknown, session: string, signal: AbortSignal): Promise<EditResult> {
  const parsed = parseEditCall(input);
  if (parsed.type === "bad") return bareResult("failed", namedIn(input), parsed.message);
  const { targetFile } = parsed.call;
  const located = await locateTarget(targetFile);
  if (located.type === "refused") return bareResult("failed", targetFile, located.message);
  const { target } = located;
  const agent = l10n.t("An agent");
  const request = { target, arguments: input, agent, session, patienceSeconds: toolPatience() };
  return agentEdits.edit(request, () => undefined, signal);
}

/** Finds the name of the file in a call that cannot be read otherwise. */
function namedIn(input: unknown): string {
  const name = typeof input === "object" && input !== null && "target_file" in input ? input.target_file : undefined;
  return typeof name === "string" && name !== "" ? shown(name) : "target_file";
}

/** Reads how long a call waits for the user's decisions, in seconds; 120 if nothing valid is set. */
export function toolPatience(): number {
  const wanted = workspace.getConfiguration("fastApply").get("tool.waitSeconds");
  return typeof wanted === "number" && wanted >= 0 ? wanted : DEFAULT_PATIENCE_S;
}

/** Names the session of a call. VS Code does not say what is in its token; calls of one chat have the same. */
function sessionOf(token: unknown): string {
  try {
    return `chat ${JSON.stringify({ token })}`;
  } catch {
    return "chat";
  }
}

function signalOf(token: CancellationToken): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const listener = token.onCancellationRequested(() => {
    controller.abort();
  });
  return {
    signal: controller.signal,
    dispose: () => {
      listener.dispose();
    },
  };
}
