import assert from "node:assert/strict";
import { afterEach, beforeEach } from "mocha";
import * as vscode from "vscode";
import type { EditResult } from "../../../../extension/core/tools/editResult.ts";
import type { LiveReview } from "../../../../extension/host/review/liveReview.ts";
import { eventually, type Reviewing } from "../reviewing.ts";

/** Two places, so that an edit has two hunks. */
export const CART = [
  "export function count(items) {",
  "  return items.length;",
  "}",
  "",
  "export function total(items) {",
  "  let sum = 0;",
  "  for (const item of items) sum += item.price;",
  "  return sum;",
  "}",
  "",
].join("\n");

/** A sketch of `CART` with another body for one of its functions, or for both. */
export function sketch({ count, total }: { count?: string; total?: string }): string {
  const rest = "// ... existing code ...";
  const parts = [
    ...(count === undefined ? [rest] : ["export function count(items) {", `  return ${count};`, "}"]),
    ...(total === undefined
      ? [rest]
      : [rest, "  for (const item of items) sum += item.price;", `  return ${total};`, "}"]),
  ];
  return `${parts.join("\n")}\n`;
}

/** The edit of `CART` with two hunks, and what they are. */
export const BOTH = sketch({ count: "items.size", total: "round(sum)" });
export const BOTH_HUNKS = [
  "  return items.length; >   return items.size;",
  "  return sum; >   return round(sum);",
] as const;
export const EDITED = CART.replace("items.length", "items.size").replace("return sum", "return round(sum)");

/** What a call may have besides its file and its sketch. */
export interface CallOptions {
  readonly session?: string;
  readonly patienceSeconds?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

let sessions = 0;

/** Agents that call the desk, as they do through any door. Each test has a session of its own. */
export class AgentCalls {
  readonly #user: Reviewing;
  #session = "";

  constructor(user: Reviewing) {
    this.#user = user;
    beforeEach(() => {
      this.#session = `session ${String(sessions++)}`;
    });
    afterEach(() => {
      const { turns } = user.surface;
      for (const { id } of [...turns.groups]) turns.dismiss(id);
    });
  }

  /** Calls with the path as the user names it. */
  edit(name: string, codeEdit: string, options: CallOptions = {}): Promise<EditResult> {
    const target = this.#user.uri(name);
    return this.call(target, { target_file: name, instructions: "I change it.", code_edit: codeEdit }, options);
  }

  call(target: vscode.Uri, args: unknown, options: CallOptions = {}): Promise<EditResult> {
    const { session = this.#session, patienceSeconds = 60, onProgress = () => undefined } = options;
    const signal = options.signal ?? new AbortController().signal;
    const request = { target, arguments: args, agent: "tester", session, patienceSeconds };
    return this.#user.surface.agentEdits.edit(request, onProgress, signal);
  }

  /** Waits until a file has a pending review, with these hunks if any are given. */
  async underReview(target: vscode.Uri, hunks?: readonly string[]): Promise<LiveReview> {
    await eventually(() => {
      assert.ok(this.#user.reviews.findByTarget(target)?.isPending === true, "The file is under review.");
      if (hunks !== undefined) assert.deepEqual(this.#user.hunks(target), hunks);
    });
    return this.#user.review(target);
  }

  /** Decides one hunk, or all of them, as the buttons of the tree do. */
  async decide(target: vscode.Uri, decision: "accept" | "reject", hunk?: number): Promise<void> {
    const review = this.#user.review(target);
    if (hunk === undefined) {
      await this.#user.press(decision === "accept" ? "acceptAll" : "rejectAll", { review: review.id });
      return;
    }
    const reference = { review: review.id, seen: review.state, hunk: review.hunks[hunk] };
    await this.#user.press(decision === "accept" ? "acceptHunk" : "rejectHunk", reference);
  }
}

/** What became of the hunks of an edit. */
export function outcomes({ hunks }: EditResult): readonly string[] {
  return hunks.map(({ outcome }) => outcome);
}
