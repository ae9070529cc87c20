import { l10n } from "vscode";
import type { ModelUsage } from "../../core/models/model.ts";
import type { Answer, Message } from "../../core/chat/chatSchemas.ts";
import { chooseFormat } from "../../core/chat/plannerFormat.ts";
import { planRequest } from "../../core/chat/plannerRequest.ts";
import { planningPrompt } from "../../core/chat/planningPrompt.ts";
import { askInRounds, type BegunAnswer, type WorkspaceReading } from "../../core/planning/askInRounds.ts";
import type { SaidAnswer } from "../../core/chat/readMessages.ts";
import type { PlannerReads } from "../planning/plannerReads.ts";
import type { ChatPlanners } from "./chatPorts.ts";
import { leftOutWords } from "./leftOutWords.ts";

/** How an answer changes while it comes. */
export type AnswerChange =
  | { readonly type: "grown"; readonly part: "text" | "reasoning"; readonly text: string }
  | {
      readonly type: "reported";
      readonly change: Partial<Pick<Answer, "model" | "leftOut" | "usage" | "cost" | "rounds">>;
    }
  /** The last one. */
  | { readonly type: "ended"; readonly state: Answer["state"] };

/**
 * Asks the chosen planner the last question of a branch, and lets it read the workspace as far as the user allows that. `broken`: the
 * answer to continue. Expected failures are changes, too; throws the reason of `signal` once that aborts.
 */
export async function* askPlanner(
  planners: ChatPlanners,
  reads: PlannerReads,
  branch: readonly Message[],
  signal: AbortSignal,
  broken?: BegunAnswer,
): AsyncGenerator<AnswerChange> {
  const id = await planners.chosen();
  const planner = id === "" ? undefined : await planners.planner(id, signal);
  signal.throwIfAborted();
  if (planner === undefined) {
    yield failed(missing(planners.wanted()));
    return;
  }
  const { name } = planner;
  yield { type: "reported", change: { model: { id: planner.id, name } } };
  const format = chooseFormat(planners.format(), planner);
  const plan = (begun: SaidAnswer, reading: WorkspaceReading | undefined): ReturnType<typeof planRequest> => {
    const prompt = planningPrompt(format, reading !== undefined);
    return planRequest(prompt, branch, planner.limits, leftOutWords, { tools: reading?.tools, begun });
  };
  for await (const event of askInRounds(planner, plan, reads.readingFor(planner), signal, broken)) {
    switch (event.type) {
      case "sent":
        yield { type: "reported", change: { leftOut: [...event.leftOut] } };
        break;
      case "text":
      case "reasoning":
        if (event.text !== "") yield { type: "grown", part: event.type, text: event.text };
        break;
      case "usage":
        yield { type: "reported", change: reported(event.usage, planners.priceOf(id)) };
        break;
      case "rounds":
        yield { type: "reported", change: { rounds: [...event.rounds] } };
        break;
      case "end":
        yield event.reason === "stop"
          ? { type: "ended", state: { type: "done" } }
          : failed(l10n.t("{0} has reached the limit of its answers. Ask it to go on.", name));
        return;
      case "failed":
        yield brokenOff(event.failure.message);
        return;
      case "too-long":
        yield failed(
          l10n.t("The question is too long for {0}. Shorten it, attach less, or choose another model.", name),
        );
        return;
      case "restless":
        yield failed(
          l10n.t(
            "{0} wants to read more than it may for one answer. Ask it to answer with what it has, or raise the setting fastApply.chat.readRounds or fastApply.chat.readTokens.",
            name,
          ),
        );
        return;
    }
  }
  yield brokenOff(l10n.t("The answer of {0} broke off before its end. Answer again to get all of it.", name));
}

function missing(wanted: string): string {
  if (wanted === "") {
    return l10n.t('No model is chosen. Run "Fast Apply: Add Chat Model…", then answer again.');
  }
  return l10n.t(
    'The model {0} is gone, and no other is asked in its place. Choose another one, or run "Fast Apply: Add Chat Model…", then answer again.',
    wanted,
  );
}

function failed(message: string): AnswerChange {
  return { type: "ended", state: { type: "failed", message } };
}

/** Ends an answer as failed in a way that may succeed when it is continued. */
function brokenOff(message: string): AnswerChange {
  return { type: "ended", state: { type: "failed", message, canContinue: true } };
}

function reported(
  { promptTokens, completionTokens, cachedTokens }: ModelUsage,
  price: ReturnType<ChatPlanners["priceOf"]>,
): Partial<Pick<Answer, "usage" | "cost">> {
  const usage = {
    ...(promptTokens !== undefined && { promptTokens }),
    ...(completionTokens !== undefined && { completionTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
  };
  if (price === undefined || promptTokens === undefined || completionTokens === undefined) return { usage };
  return { usage, cost: (promptTokens * price.input + completionTokens * price.output) / 1_000_000 };
}
