import type { EngineAnswer, EngineFailure, EngineRequest, Load } from "../protocol.ts";
import { inspectModel, loadModel, type LoadedModel } from "./loadedModel.ts";
import { libraryFailure } from "./llamaVerifier.ts";
import { prepareTask, rewriteTask } from "./rewriteTask.ts";
import { scoreTask } from "./scoreTask.ts";

/** The engine's work. */
export interface Jobs {
  readonly take: (request: Exclude<EngineRequest, { type: "unload" }>) => void;
  /** Ends the work in progress, and frees the model. */
  readonly close: () => Promise<void>;
}

type Job = Extract<EngineRequest, { type: "rewrite" | "prepare" | "score" | "inspect" }>;

/**
 * Does jobs one after the other: there is one model, and two at once would each take twice as long. A preparation gives way to
 * whatever comes after it.
 */
export function createJobs(send: (answer: EngineAnswer) => void): Jobs {
  let model: LoadedModel | undefined;
  let last: Promise<void> = Promise.resolve();
  const running = new Map<number, { readonly type: Job["type"]; readonly control: AbortController }>();

  /** What a preparation loads. It goes on when the preparation gives way, as what comes next mostly wants the same model. */
  let loadingAhead: { readonly load: Load; readonly control: AbortController } | undefined;

  const modelFor = async (load: Load, signal: AbortSignal): Promise<LoadedModel | EngineFailure> => {
    if (model !== undefined && isSame(model.load, load)) return model;
    const before = model;
    model = undefined;
    await before?.dispose();
    const loading = await loadModel(load, signal);
    if (loading.type === "failed") return loading.failure;
    model = loading.model;
    send({ type: "loaded", load, memoryBytes: process.memoryUsage.rss(), costs: [...model.costs] });
    return model;
  };

  const work = async (job: Job, signal: AbortSignal): Promise<void> => {
    const { id } = job;
    if (job.type === "inspect") {
      const inspected = await inspectModel(job.path, signal);
      send({ ...inspected, id });
      return;
    }
    const control = new AbortController();
    if (job.type === "prepare") loadingAhead = { load: job.load, control };
    const loaded = await modelFor(job.load, job.type === "prepare" ? control.signal : signal);
    loadingAhead = undefined;
    signal.throwIfAborted();
    if (!("verifier" in loaded)) {
      send(failed(job, loaded));
      return;
    }
    if (job.type === "prepare") {
      send({ type: "prepared", id, promptTokens: await prepareTask(loaded, job.task, signal) });
      return;
    }
    if (job.type === "score") {
      send({ ...(await scoreTask(loaded, job, signal)), id });
      return;
    }
    for await (const event of rewriteTask(loaded, job.task, signal)) {
      if (event.type === "figures") send({ ...event, id });
      else send({ type: "event", id, event });
    }
  };

  const run = async (job: Job, signal: AbortSignal): Promise<void> => {
    try {
      signal.throwIfAborted();
      await work(job, signal);
    } catch (error) {
      // Nobody waits for the end of a cancelled request.
      const message = signal.aborted ? "The work was cancelled." : libraryFailure(error);
      send(failed(job, { type: "bad-answer", message }));
    } finally {
      running.delete(job.id);
    }
  };

  return {
    take: (request) => {
      if (request.type === "cancel") {
        running.get(request.id)?.control.abort();
        return;
      }
      if (request.type === "health") {
        send({ type: "health", id: request.id, memoryBytes: process.memoryUsage.rss() });
        return;
      }
      for (const { type, control } of running.values()) if (type === "prepare") control.abort();
      const isOther =
        (request.type === "rewrite" || request.type === "score") &&
        loadingAhead &&
        !isSame(request.load, loadingAhead.load);
      if (isOther === true) loadingAhead?.control.abort();
      const control = new AbortController();
      running.set(request.id, { type: request.type, control });
      last = last.then(() => run(request, control.signal));
    },
    close: async () => {
      for (const { control } of running.values()) control.abort();
      await last;
      await model?.dispose();
    },
  };
}

function failed(job: Job, failure: EngineFailure): EngineAnswer {
  return job.type === "rewrite"
    ? { type: "event", id: job.id, event: { type: "failed", failure } }
    : { type: "failed", id: job.id, failure };
}

function isSame(a: Load, b: Load): boolean {
  return a.path === b.path && a.usesGpu === b.usesGpu && a.isStrict === b.isStrict && a.threads === b.threads;
}
