import { statSync } from "node:fs";
import { basename } from "node:path";
import { checkEndpoint } from "../core/models/endpoint.ts";
import type { Rewriter, RewriteTask } from "../core/models/rewriter.ts";
import type { Planner } from "../core/chat/planner.ts";
import type { EvaluatedEngine } from "../core/evaluation/evaluation.ts";
import type { Asking, Price } from "../core/evaluation/sendings.ts";
import { digestOf } from "./caseSource.ts";
import type { AskedPlanner, EngineToRun } from "./engines.ts";

/** Where a model is. */
export type ModelPlace = ServerPlace | LocalPlace;

export interface ServerPlace {
  readonly type: "server";
  /** Where requests go, as the user knows it. */
  readonly origin: string;
  /** What tells the model from another one of the same name. */
  readonly address: string;
  readonly price: Price | undefined;
  /** Requests at a time. */
  readonly width: number;
}

/** In a process of Fast Apply: nothing is sent. */
interface LocalPlace {
  readonly type: "here";
  /** Name of its file. */
  readonly file: string;
  /** What tells the file from another one of its name. */
  readonly address: string;
  /** Its passes since it was last asked, if they are counted. */
  readonly takePasses: (() => number | undefined) | undefined;
}

/** How many requests a hosted model gets at a time. A server on this machine gets one: two would slow each other down. */
const HOSTED_WIDTH = 4;

const DRAFTS = { guess: "drafts from the merge", original: "drafts from the file", none: "no drafts" } as const;

/** A task that only has a model loaded. */
const SMALLEST: RewriteTask = {
  ...{ original: "a\n", sketch: "a\n", draft: "a\n" },
  ...{ instruction: "", conversation: [], path: undefined, language: undefined },
};

/** Makes the place of a server at an address, which was checked before. */
export function serverPlace(address: string, price: Price | undefined): ServerPlace {
  const endpoint = checkEndpoint(address);
  const isHere = endpoint.type === "ok" && endpoint.isLoopback;
  const origin = endpoint.type === "refused" ? address : endpoint.origin;
  return { type: "server", origin, address, price, width: isHere ? 1 : HOSTED_WIDTH };
}

/** Makes the place of a model that VS Code itself brings, by VS Code's name for it, and asks wherever its makers are. */
export function editorPlace(model: string, price: Price | undefined): ServerPlace {
  return { type: "server", origin: "VS Code", address: model, price, width: HOSTED_WIDTH };
}

/**
 * Makes the place of a model file on this machine. One that has changed or lies elsewhere is another one; a missing one has a place too.
 */
export function localPlace(path: string, takePasses?: () => number | undefined): LocalPlace {
  const found = statSync(path, { throwIfNoEntry: false });
  const address = digestOf([path, found?.size ?? null, found?.mtimeMs ?? null]);
  return { type: "here", file: basename(path), address, takePasses };
}

/** Makes the engine that is the merge alone. */
export function structuralEngine(): EngineToRun {
  return { id: "structural", label: "Structural", kind: "structural", width: 1, way: { type: "structural" } };
}

/** Makes the engine that merges and, if that is not sure, asks the model: for a choice, and with `auto` for a rewrite after that. */
export function ladderEngine(id: string, type: "auto" | "choice", rewriter: Rewriter, place: ModelPlace): EngineToRun {
  const { chooser } = rewriter;
  const choosers = chooser === undefined ? [] : [chooser];
  const rewriters = type === "auto" ? [rewriter] : [];
  const label = `${type === "auto" ? "Automatic with" : "Choice by"} ${nameAt(rewriter, place)}`;
  const known = { id, label, ...reach(rewriter, type, place), way: { type: "ladder", choosers, rewriters } } as const;
  return { ...known, kind: place.type === "here" ? "local" : "choice" };
}

/** Makes the engine whose model writes every file anew, and speculates from the draft if its provider can. */
export function rewritingEngine(
  id: string,
  draft: NonNullable<EvaluatedEngine["draft"]>,
  rewriter: Rewriter,
  place: ModelPlace,
): EngineToRun {
  const label = `${nameAt(rewriter, place)}, ${DRAFTS[draft]}`;
  const known = {
    id,
    label,
    draft,
    ...reach(rewriter, "rewriter", place),
    way: { type: "rewrite", rewriter },
  } as const;
  return { ...known, kind: place.type === "here" ? "local" : "rewriter" };
}

/** Makes the engine whose chat model writes exact edits, which the merge follows to the letter. */
export function exactEngine(id: string, planner: Planner, place: ServerPlace): EngineToRun {
  const { receiver, width, address } = askedPlanner(planner, "exact-edits", place);
  const label = `${planner.name}, exact edits`;
  return { id, label, kind: "exact-edits", receiver, width, address, way: { type: "exact-edits", planner } };
}

/** Describes a chat model that is asked for something other than a rewrite or a choice. */
export function askedPlanner(planner: Planner, asking: Asking, place: ServerPlace): AskedPlanner {
  const { origin, address, price, width } = place;
  return { planner, receiver: { asking, name: planner.name, origin, price }, width, address };
}

function nameAt({ name }: Rewriter, place: ModelPlace): string {
  return place.type === "here" ? `${name} here` : name;
}

type Reach = Pick<EngineToRun, "width" | "receiver" | "address" | "begin" | "takePasses">;

function reach(rewriter: Rewriter, asking: Asking, place: ModelPlace): Reach {
  if (place.type === "server") {
    const { origin, price, width, address } = place;
    return { receiver: { asking, name: rewriter.name, origin, price }, width, address };
  }
  const begin = async (signal: AbortSignal): Promise<void> => rewriter.prepare?.(SMALLEST, signal);
  return { width: 1, address: place.address, begin, takePasses: place.takePasses };
}
