import type { BlockView, HostMessage, ModelView, ShownMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Answer, Attachment } from "../../extension/core/chat/chatSchemas.ts";

export const someModels: readonly ModelView[] = [
  { id: "openai/gpt-5", name: "GPT-5", provider: "OpenAI", contextTokens: 400_000 },
  { id: "ollama/qwen3-coder", name: "qwen3-coder", provider: "Ollama", contextTokens: 32_768 },
];

/** What the host says to a page that is ready: these messages, with models. */
export function saysConversation(
  messages: readonly ShownMessage[],
  more: { readonly title?: string; readonly isSample?: boolean } = {},
): readonly HostMessage[] {
  const { title = "Discounts in the cart", isSample = false } = more;
  return [
    {
      type: "conversations",
      query: "",
      list: [{ id: "c1", title, changed: 1_763_700_000_000, messages: messages.length }],
    },
    { type: "models", models: [...someModels], chosen: "openai/gpt-5" },
    { type: "active", references: [] },
    { type: "conversation", id: "c1", title, messages: [...messages], isSample },
  ];
}

/** A question of the branch. */
export function asked(
  id: string,
  text: string,
  more: {
    readonly parent?: string;
    readonly attachments?: readonly Attachment[];
    readonly siblings?: readonly string[];
  } = {},
): ShownMessage {
  const { parent = "", attachments = [], siblings = [id] } = more;
  return {
    message: { id, parent, role: "user", text, attachments: [...attachments] },
    siblings: [...siblings],
    blocks: [],
  };
}

/** An answer of the branch, done unless told otherwise. */
export function answered(
  id: string,
  text: string,
  more: Partial<Answer> & {
    readonly blockViews?: readonly BlockView[];
    readonly batch?: ShownMessage["batch"];
    readonly siblings?: readonly string[];
  } = {},
): ShownMessage {
  const { blockViews = [], batch, siblings = [id], ...change } = more;
  const message: Answer = {
    id,
    parent: "q1",
    role: "assistant",
    text,
    reasoning: "",
    model: { id: "openai/gpt-5", name: "GPT-5" },
    state: { type: "done" },
    leftOut: [],
    blocks: {},
    ...change,
  };
  return { message, siblings: [...siblings], blocks: [...blockViews], batch };
}

/** The header of a block, idle with a sure target unless told otherwise. */
export function blockView(index: number, change: Partial<BlockView> = {}): BlockView {
  return {
    index,
    path: "src/cart.ts",
    certainty: "certain",
    reason: "",
    state: { type: "idle" },
    retry: [],
    ...change,
  };
}
