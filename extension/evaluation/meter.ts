import type { Chooser } from "../core/models/chooser.ts";
import type { ModelFailure, ModelUsage } from "../core/models/model.ts";
import type { Rewriter } from "../core/models/rewriter.ts";
import type { Planner } from "../core/chat/planner.ts";
import type { CaseResult } from "../core/evaluation/evaluation.ts";

/** What the models that an apply asks have used, and how the last of them failed. */
export interface RequestMeter {
  readonly rewriter: (rewriter: Rewriter) => Rewriter;
  readonly chooser: (chooser: Chooser) => Chooser;
  readonly planner: (planner: Planner) => Planner;
  /** Of all requests; `undefined` if none of them says it. */
  readonly tokens: () => CaseResult["tokens"];
  /** The usage of the last request. */
  readonly lastUsage: () => ModelUsage | undefined;
  readonly failure: () => ModelFailure | undefined;
}

type Metered =
  | { readonly type: "usage"; readonly usage: ModelUsage }
  | { readonly type: "failed"; readonly failure: ModelFailure }
  | { readonly type: string };

/** Creates a meter for one case. */
export function createMeter(): RequestMeter {
  let earlier: CaseResult["tokens"];
  let last: ModelUsage | undefined;
  let failure: ModelFailure | undefined;
  const sum = (): CaseResult["tokens"] => {
    if (last?.promptTokens === undefined && last?.completionTokens === undefined) return earlier;
    return {
      sent: (earlier?.sent ?? 0) + (last.promptTokens ?? 0),
      answered: (earlier?.answered ?? 0) + (last.completionTokens ?? 0),
    };
  };
  async function* counted<Event extends Metered>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
    // Within a request a later usage takes the place of an earlier one.
    earlier = sum();
    last = undefined;
    failure = undefined;
    for await (const event of events) {
      if ("usage" in event) last = event.usage;
      if ("failure" in event) failure = event.failure;
      yield event;
    }
  }
  return {
    rewriter: (rewriter) => ({ ...rewriter, rewrite: (task, signal) => counted(rewriter.rewrite(task, signal)) }),
    chooser: (chooser) => ({ ...chooser, choose: (question, signal) => counted(chooser.choose(question, signal)) }),
    planner: (planner) => ({
      ...planner,
      stream: (messages, signal, offered) => counted(planner.stream(messages, signal, offered)),
    }),
    tokens: sum,
    lastUsage: () => last,
    failure: () => failure,
  };
}
