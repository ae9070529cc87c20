import assert from "node:assert/strict";
import type { BlockView } from "../../../../extension/core/chat/chatProtocol.ts";
import type { Answer } from "../../../../extension/core/chat/chatSchemas.ts";
import { CART, fence, rewriter, type AnsweredChat, type ApplyingBlocks } from "../applyingBlocks.ts";
import { eventually } from "../reviewing.ts";

const REPLACE = ">>>>>>> REPLACE";

/** An edit as a block of an answer has it. */
export const edit = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n${REPLACE}`;
/** Edits of `CART`, whose lines 2 and 5 they change. */
export const LENGTH_EDIT = edit("  return items.length;", "  return items.length + 1;");
export const MAX_EDIT = edit("export const max = 3;", "export const max = 4;");
/** What they make of it. */
export const CHANGED = CART.replace("length;", "length + 1;").replace("3;", "4;");
/** An edit of `TAX`. */
export const RATE_EDIT = edit("  return sum * 0.2;", "  return sum * 0.19;");

/** What a person sees of the edits in an answer, while it comes and when it is there. */
export class Placing {
  readonly #applying: ApplyingBlocks;

  constructor(applying: ApplyingBlocks) {
    this.#applying = applying;
  }

  readonly views = async ({ conversation, answer }: AnsweredChat): Promise<readonly BlockView[]> =>
    (await this.#applying.applies.view(conversation, answer)).blocks;

  /** The lines of the file at which the edits of a block stand; why not, where they do not. */
  readonly places = async (about: AnsweredChat, index = 0): Promise<readonly (number | string)[]> =>
    ((await this.views(about))[index]?.edits ?? []).map(({ at, reason }) => at ?? reason);

  readonly arePlaced = (about: AnsweredChat, ...lines: number[]): Promise<void> =>
    eventually(async () => {
      assert.deepEqual(await this.places(about), lines);
    });

  /** The chat, as far as its answer had come. */
  readonly upTo = (about: AnsweredChat, text: string, state: Answer["state"] = { type: "streaming" }): AnsweredChat => {
    const answer = { ...about.answer, text, state };
    const messages = about.conversation.messages.map((message) => (message.id === answer.id ? answer : message));
    return { conversation: { ...about.conversation, messages }, answer };
  };

  readonly grows = ({ conversation, answer }: AnsweredChat): void => {
    this.#applying.applies.grows(conversation, answer);
  };

  /** The opening line of a fence, and the edits of which the last is not whole. */
  readonly torn = (name: string, ...edits: string[]): string => {
    const whole = fence(this.#applying.named(name), ...edits);
    return whole.slice(0, whole.lastIndexOf(REPLACE));
  };

  /** Notes what is asked of the only engine from now on. */
  readonly nobodyIsAsked = (): readonly string[] => {
    const asked: string[] = [];
    this.#applying.rewriters = [
      {
        ...rewriter("model", ""),
        prepare: () => Promise.resolve(void asked.push("prepare")),
        rewrite: async function* () {
          asked.push("rewrite");
          yield await Promise.resolve({ type: "end" as const, reason: "stop" as const });
        },
      },
    ];
    return asked;
  };
}
