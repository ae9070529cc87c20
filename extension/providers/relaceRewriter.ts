import * as v from "valibot";
import type { ModelEvent, ModelLimits } from "../core/apply/model.ts";
import type { Rewriter, RewriteTask } from "../core/apply/rewriter.ts";
import type { Endpoint } from "./endpoint.ts";
import { describeFault } from "./failures.ts";
import { faultOfStream, type Fault } from "./fault.ts";
import { makeRequest, mostBytes } from "./requests.ts";
import { readVendorError } from "./vendorError.ts";

const answerSchema = v.object({
  mergedCode: v.string(),
  usage: v.fallback(
    v.optional(v.object({ prompt_tokens: v.optional(v.number()), completion_tokens: v.optional(v.number()) })),
    undefined,
  ),
});

/** Relace has an interface of its own for applying: file and sketch in, the whole new file out, at once. */
export function createRelaceRewriter(id: string, name: string, endpoint: Endpoint, limits: ModelLimits): Rewriter {
  async function* rewrite(task: RewriteTask, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const secrets = { key: endpoint.key, texts: [task.original, task.sketch, task.instruction] };
    const failed = (fault: Fault): ModelEvent => ({
      type: "failed",
      failure: describeFault(fault, endpoint, secrets, statuses),
    });
    const body = {
      model: endpoint.model,
      initial_code: task.original,
      edit_snippet: task.sketch,
      ...(task.instruction === "" ? {} : { instruction: task.instruction }),
      stream: false,
    };
    const reply = await makeRequest(
      endpoint,
      (client, attempt) => client.post("/code/apply", { body, signal: attempt }).asResponse(),
      () => false,
      // A text has hardly a token per character.
      mostBytes(Math.min(limits.outputTokens, task.original.length + task.sketch.length)),
      signal,
    );
    if (reply.type === "failed") {
      yield failed(reply.fault);
      return;
    }
    const { answer: response, watch } = reply;
    try {
      const events = readAnswer(await watch.during(response.text()), response.headers.get("content-type") ?? "");
      yield* Array.isArray(events) ? events : [failed(events)];
    } catch (error) {
      signal.throwIfAborted();
      yield failed(faultOfStream(error, watch));
    } finally {
      watch.close();
    }
  }
  return { id, name, limits, rewrite };
}

const statuses = {
  423: { type: "overloaded", message: () => "Relace is still starting this model" },
} as const;

function readAnswer(text: string, contentType: string): ModelEvent[] | Fault {
  if (!/^application\/json\b/i.test(contentType)) return { type: "content-type", contentType, body: text };
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), text);
  if (!result.success) {
    if (!text.trimEnd().endsWith("}")) return { type: "cut-off" };
    return readVendorError(text).message === "" ? { type: "malformed" } : { type: "in-stream", error: text };
  }
  const { mergedCode, usage } = result.output;
  if (mergedCode === "") return { type: "empty" };
  return [
    { type: "text", text: mergedCode },
    ...(usage === undefined
      ? []
      : [
          {
            type: "usage",
            usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
          } as const,
        ]),
    { type: "end", reason: "stop" },
  ];
}
