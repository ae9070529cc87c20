import type { LocalEngine, LocalOptions } from "../../../extension/core/models/localEngine.ts";
import type { ModelEvent } from "../../../extension/core/models/model.ts";
import type { RewriteTask } from "../../../extension/core/models/rewriter.ts";
import type { PassCost } from "../../../extension/core/speculation/draftLengths.ts";
import { createLocalEngine } from "../../../extension/local/localEngine.ts";
import type { RewriteFigures, ScoreFigures } from "../../../extension/local/protocol.ts";

const signal = new AbortController().signal;

/** What a way to decode took. */
export interface Measured {
  readonly name: string;
  readonly figures: RewriteFigures;
  /** Characters of the answer. */
  readonly characters: number;
}

export interface EngineRun {
  readonly entry: string;
  readonly model: string;
  readonly threads: number;
  readonly isStrict: boolean;
  readonly onScoreFigures?: (figures: ScoreFigures) => void;
}

/** An engine for measuring, in a process of its own. */
export interface MeasuringEngine {
  readonly engine: LocalEngine;
  readonly options: LocalOptions;
  /** Measured when the model was loaded. */
  readonly costs: () => readonly PassCost[];
  /**
   * Decodes with these drafts, `undefined` for those that the engine takes by itself. Throws where the answer is not `expected`,
   * which no draft can change.
   */
  readonly measure: (
    name: string,
    task: RewriteTask,
    drafts: readonly string[] | undefined,
    expected: string,
  ) => Promise<Measured>;
}

export function measuringEngine({ entry, model, threads, isStrict, onScoreFigures }: EngineRun): MeasuringEngine {
  let costs: readonly PassCost[] = [];
  let figures: RewriteFigures | undefined;
  let given: readonly string[] | undefined;
  const options: LocalOptions = { usesGpu: false, isStrict, idleMs: 0 };
  const engine = createLocalEngine({
    entry,
    threads,
    ...(onScoreFigures && { onScoreFigures }),
    onCosts: (measured) => {
      costs = measured;
    },
    onFigures: (measured) => {
      figures = measured;
    },
    draftsOf: (task) => given ?? [`${task.draft}\n</updated-code>`, task.original, task.sketch],
  });
  return {
    engine,
    options,
    costs: () => costs,
    measure: async (name, task, drafts, expected) => {
      given = drafts;
      const text = await textOf(engine.rewriter({ path: model, name }, options).rewrite(task, signal));
      if (text.trimEnd() !== expected.trimEnd()) throw new Error(`${name}: the answer is not the model's.`);
      if (figures === undefined) throw new Error(`${name}: the engine told no figures.`);
      return { name, figures, characters: text.length };
    },
  };
}

async function textOf(events: AsyncIterable<ModelEvent>): Promise<string> {
  let text = "";
  for await (const event of events) {
    if (event.type === "text") text += event.text;
    if (event.type === "failed") throw new Error(event.failure.message);
  }
  return text;
}
