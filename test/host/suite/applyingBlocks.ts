import assert from "node:assert/strict";
import { afterEach, beforeEach } from "mocha";
import * as vscode from "vscode";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import type { Rewriter } from "../../../extension/core/models/rewriter.ts";
import type { BatchAction } from "../../../extension/core/chat/chatProtocol.ts";
import type { Answer, BlockState, Conversation, Reference } from "../../../extension/core/chat/chatSchemas.ts";
import { BlockApplies, type ApplyAction } from "../../../extension/host/chat/blockApplies.ts";
import type { ReviewRequest } from "../../../extension/host/review/reviewRequest.ts";
import { eventually, type Reviewing } from "./reviewing.ts";

export const CART = [
  "export function total(items) {",
  "  return items.length;",
  "}",
  "",
  "export const max = 3;",
  "",
].join("\n");
export const TAX = ["export function tax(sum) {", "  return sum * 0.2;", "}", ""].join("\n");
export const BOTH = ["function a() {", "  run();", "}", "", "function b() {", "  run();", "}", ""].join("\n");

/** A code block for a path. */
export const fence = (path: string, ...lines: string[]): string => ["```js " + path, ...lines, "```", ""].join("\n");

/** A conversation of one question and its answer. */
export interface AnsweredChat {
  readonly conversation: Conversation;
  readonly answer: Answer;
}

/** What a person does with the blocks of answers. Each test has its own memory of what became of them. */
export class ApplyingBlocks {
  /** The engines that are asked where the structural one is not sure. */
  rewriters: readonly Rewriter[] = [];
  /** The rewrites that went to reviews. */
  readonly shown: Extract<ApplyEvent, { type: "done" }>[] = [];
  readonly #reviewing: Reviewing;
  #applies: BlockApplies | undefined;
  #count = 0;

  constructor(reviewing: Reviewing) {
    this.#reviewing = reviewing;
    beforeEach(() => {
      this.rewriters = [];
      this.restart();
    });
    afterEach(() => {
      this.applies.dispose();
    });
  }

  get applies(): BlockApplies {
    assert.ok(this.#applies !== undefined, "It is made before each test.");
    return this.#applies;
  }

  /** As after a restart of VS Code: nothing is known but what is stored. */
  restart(): void {
    const { reviews, editors, progress } = this.#reviewing.surface;
    this.#applies = new BlockApplies({
      surroundings: {
        reviews: {
          start: (request) => reviews.start({ ...request, apply: this.#noted(request.apply) }),
          textFor: (target, kind) => reviews.textFor(target, kind),
          stop: (target) => {
            reviews.stop(target);
          },
        },
        engines: {
          parsers: { load: () => Promise.resolve(undefined) },
          progress,
          configuredRewriters: () => Promise.resolve(this.rewriters),
        },
      },
      reviews,
      editors,
      rewriterNames: () => Promise.resolve(this.rewriters.map(({ id, name }) => ({ id, name }))),
    });
  }

  #noted(apply: ReviewRequest["apply"]): ReviewRequest["apply"] {
    const { shown } = this;
    return async function* (original, signal) {
      for await (const event of apply(original, signal)) {
        if (event.type === "done") shown.push(event);
        yield event;
      }
    };
  }

  readonly chat = (text: string, attached: readonly Reference[] = []): AnsweredChat => {
    const id = `answer-${String(this.#count++)}`;
    const answer: Answer = {
      id,
      parent: "question",
      role: "assistant",
      text,
      reasoning: "",
      model: { id: "test/model", name: "Model" },
      state: { type: "done" },
      leftOut: [],
      blocks: {},
    };
    const attachments = attached.map((reference) => ({ reference, text: "" }));
    const question = { id: "question", parent: "", role: "user" as const, text: "Change it.", attachments };
    const conversation: Conversation = {
      version: 1,
      id: "chat",
      title: "",
      changed: 0,
      messages: [question, answer],
      head: id,
    };
    return { conversation, answer };
  };

  readonly act = (about: AnsweredChat, index: number, action: ApplyAction, engine?: string): Promise<void> =>
    this.applies.act(about.conversation, about.answer, index, action, engine);

  readonly all = ({ conversation, answer }: AnsweredChat, action: BatchAction): Promise<void> =>
    this.applies.actOnAll(conversation, answer, action);

  readonly states = ({ answer }: AnsweredChat): BlockState[] =>
    Object.entries(this.applies.records(answer))
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, { state }]) => state);

  readonly becomes = (about: AnsweredChat, ...wanted: BlockState[]): Promise<void> =>
    eventually(() => {
      assert.deepEqual(this.states(about), wanted);
    });

  /** A path below the workspace, as an answer names it. */
  readonly named = (name: string): string => vscode.workspace.asRelativePath(this.#reviewing.uri(name), false);

  /** A block that changes two places of `CART`. */
  readonly twoHunks = (name: string): string =>
    fence(
      this.named(name),
      "export function total(items) {",
      "  return items.length + 1;",
      "}",
      "",
      "export const max = 4;",
    );
}

/** An engine that answers with this text at once. */
export function rewriter(id: string, text: string): Rewriter {
  return {
    id,
    name: id,
    limits: { contextTokens: 100_000, outputTokens: 100_000 },
    rewrite: async function* () {
      yield await Promise.resolve({ type: "text" as const, text });
      yield { type: "end", reason: "stop" };
    },
  };
}

/** An engine that writes the first part, and the second once `goOn` is there. */
export function held(id: string, first: string, second: string, goOn: Promise<void>): Rewriter {
  return {
    ...rewriter(id, ""),
    rewrite: async function* () {
      yield { type: "text" as const, text: first };
      await goOn;
      yield { type: "text" as const, text: second };
      yield { type: "end", reason: "stop" };
    },
  };
}

/** An engine that never comes to its end. */
export function endless(): Rewriter {
  return {
    id: "endless",
    name: "endless",
    limits: { contextTokens: 100_000, outputTokens: 100_000 },
    rewrite: async function* (_task, signal) {
      yield { type: "text" as const, text: "function" };
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reject(new Error("Stopped."));
        });
      });
    },
  };
}
