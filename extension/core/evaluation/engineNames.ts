import type { EvaluatedEngine } from "./evaluation.ts";

/** What a rewriter may speculate from. */
type Draft = NonNullable<EvaluatedEngine["draft"]>;

const DRAFTS: readonly Draft[] = ["guess", "original", "none"];

/** An engine as a user names it. Its `id` is the name to the letter, and says which model is asked even if the name did not. */
export type EngineName =
  | { readonly type: "structural"; readonly id: string }
  /** `auto`: asks for a choice, and then for a rewrite; `choice` for the choice alone. `undefined`: the list has no model for it. */
  | { readonly type: "auto" | "choice"; readonly id: string; readonly model: ModelName | undefined }
  | { readonly type: "exact"; readonly id: string; readonly model: ModelName }
  | { readonly type: "rewriter"; readonly id: string; readonly model: ModelName; readonly draft: Draft };

/** `openai/gpt-4.1-mini`, or a provider alone, whose usual model is meant. */
export interface ModelName {
  readonly provider: string;
  readonly model: string | undefined;
}

export type EngineNames =
  | { readonly type: "names"; readonly names: readonly EngineName[] }
  /** `name` is not an engine, or it is there twice. */
  | { readonly type: "wrong"; readonly name: string; readonly why: string };

/**
 * Reads the names of engines, with commas between them: `structural`, `auto`, `choice:openai/gpt-4.1-mini`, `exact:openai/gpt-4.1-mini`,
 * `openai/gpt-4.1-mini` for rewrites from the merge's guess, and with `:original` or `:none` after it from the file or from nothing. `auto`
 * and `choice` without a model ask the first one of the list that is not named for exact edits, which not every model that rewrites can
 * write.
 */
export function readEngineNames(text: string): EngineNames {
  const read: EngineName[] = [];
  for (const id of text.split(",").map((name) => name.trim())) {
    const wrong = (why: string): EngineNames => ({ type: "wrong", name: id, why });
    if (id === "") return wrong("there is an empty name.");
    const name = readEngineName(id);
    if (name === undefined) return wrong("it names no model: exact:provider/model does.");
    read.push(name);
  }
  const first = read.flatMap((name) =>
    name.type === "structural" || name.type === "exact" ? [] : (name.model ?? []),
  )[0];
  const names = read.map((name): EngineName => {
    if ((name.type !== "auto" && name.type !== "choice") || name.model !== undefined || first === undefined)
      return name;
    return { ...name, id: `${name.type}:${nameOfModel(first)}`, model: first };
  });
  const twice = names.find(({ id }, at) => names.findIndex((other) => other.id === id) < at);
  if (twice !== undefined) return { type: "wrong", name: twice.id, why: "it is named twice." };
  return { type: "names", names };
}

function readEngineName(id: string): EngineName | undefined {
  if (id === "structural") return { type: "structural", id };
  const [, way, rest] = /^(auto|choice|exact)(?::(.+))?$/.exec(id) ?? [];
  const model = rest === undefined ? undefined : readModelName(rest);
  if (way === "auto" || way === "choice") return { type: way, id, model };
  if (way === "exact") return model && { type: "exact", id, model };
  // Names of models have colons too, such as `qwen2.5-coder:7b`.
  const draft = DRAFTS.find((name) => id.endsWith(`:${name}`));
  const named = draft === undefined ? id : id.slice(0, -draft.length - 1);
  return { type: "rewriter", id, model: readModelName(named), draft: draft ?? "guess" };
}

/** Reads `provider/model`; models of some providers have slashes in their names. */
export function readModelName(text: string): ModelName {
  const slash = text.indexOf("/");
  if (slash < 0) return { provider: text, model: undefined };
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}

/** Writes the name of a model, in the same way whichever engine it is for. */
export function nameOfModel({ provider, model }: ModelName): string {
  return model === undefined ? provider : `${provider}/${model}`;
}
