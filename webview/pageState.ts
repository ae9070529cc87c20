import type {
  HostMessage,
  Meter,
  ModelView,
  Offer,
  ShownMessage,
  Summary,
} from "../extension/core/chat/chatProtocol.ts";
import type { Reference } from "../extension/core/chat/chatSchemas.ts";
import { elisionKey } from "./edits/elisions.ts";

/** What the page knows: a replica of what the host has sent. */
export interface PageState {
  /** `undefined` until the host has told it. */
  readonly conversation: ShownConversation | undefined;
  readonly conversations: { readonly query: string; readonly list: readonly Summary[] };
  /** `undefined` until the host has told them. */
  readonly models: { readonly models: readonly ModelView[]; readonly chosen: string } | undefined;
  /** The active file and selection. */
  readonly active: readonly Reference[];
  /** The last completions of `@`, and the request that they answer. */
  readonly offers: { readonly request: number; readonly offers: readonly Offer[] };
  readonly meter: { readonly request: number; readonly meter: Meter } | undefined;
  /** What the host last put into the composer; `number` is another one each time. */
  readonly compose: { readonly number: number; readonly references: readonly Reference[] };
  /** The block that the host last wanted to be in sight; `number` is another one each time. */
  readonly reveal: Revealed;
  /** What the host last told in words; `number` is another one each time. */
  readonly reported: { readonly number: number; readonly text: string };
  /** Lines of files that elisions of the shown answers stand for, by `elisionKey`. */
  readonly unfolded: ReadonlyMap<string, string>;
  /** Something was lost on the way: the page must ask for everything again. */
  readonly isBehind: boolean;
}

/** A block that is to be in sight. */
export interface Revealed {
  readonly number: number;
  /** Of its answer. */
  readonly id: string;
  readonly index: number;
}

/** The branch of the conversation that is shown. */
export interface ShownConversation {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly ShownMessage[];
  readonly isSample: boolean;
}

export const EMPTY_STATE: PageState = {
  conversation: undefined,
  conversations: { query: "", list: [] },
  models: undefined,
  active: [],
  offers: { request: 0, offers: [] },
  meter: undefined,
  compose: { number: 0, references: [] },
  reveal: { number: 0, id: "", index: 0 },
  reported: { number: 0, text: "" },
  unfolded: new Map(),
  isBehind: false,
};

/** Computes what the page knows after a message of the host. */
export function receive(state: PageState, message: HostMessage): PageState {
  switch (message.type) {
    case "conversation": {
      const { id, title, messages, isSample } = message;
      // Nothing of another conversation is unfolded, and files may have changed.
      const unfolded = state.conversation?.id === id ? state.unfolded : EMPTY_STATE.unfolded;
      // Nor is a block of it to be in sight.
      const reveal = state.conversation?.id === id ? state.reveal : EMPTY_STATE.reveal;
      return { ...state, conversation: { id, title, messages, isSample }, unfolded, reveal, isBehind: false };
    }
    case "message":
      return withMessages(state, (messages) => withMessage(messages, message.shown));
    case "grown":
      return grown(state, message);
    case "blocks": {
      const { id, blocks, batch, canRestore, tests } = message;
      return withMessages(state, (messages) =>
        messages.map((shown) =>
          shown.message.id === id
            ? { message: shown.message, siblings: shown.siblings, blocks, batch, canRestore, tests }
            : shown,
        ),
      );
    }
    case "unfolded": {
      const unfolded = new Map(state.unfolded).set(elisionKey(message), message.text);
      return { ...state, unfolded };
    }
    case "conversations":
      return { ...state, conversations: { query: message.query, list: message.list } };
    case "models":
      return { ...state, models: { models: message.models, chosen: message.chosen } };
    case "active":
      return { ...state, active: message.references };
    case "offers":
      return { ...state, offers: { request: message.request, offers: message.offers } };
    case "meter":
      return { ...state, meter: { request: message.request, meter: message.meter } };
    case "compose":
      return { ...state, compose: { number: state.compose.number + 1, references: message.references } };
    case "reveal":
      return { ...state, reveal: { number: state.reveal.number + 1, id: message.id, index: message.index } };
    case "reported":
      return { ...state, reported: { number: state.reported.number + 1, text: message.text } };
  }
}

/** Checks whether an answer of the shown branch is being written. */
export function isStreaming(state: PageState): boolean {
  const last = state.conversation?.messages.at(-1)?.message;
  return last?.role === "assistant" && last.state.type === "streaming";
}

/** Lists the questions of the shown branch, the newest first. */
export function askedBefore(state: PageState): readonly string[] {
  const questions = state.conversation?.messages.flatMap(({ message }) =>
    message.role === "user" ? [message.text] : [],
  );
  return questions?.reverse() ?? [];
}

function withMessages(
  state: PageState,
  change: (messages: readonly ShownMessage[]) => readonly ShownMessage[],
): PageState {
  if (state.conversation === undefined) return state;
  return { ...state, conversation: { ...state.conversation, messages: change(state.conversation.messages) } };
}

/** Puts a message in its place, or else after its parent; what stood there belongs to another branch. */
function withMessage(messages: readonly ShownMessage[], shown: ShownMessage): readonly ShownMessage[] {
  const at = messages.findIndex(({ message }) => message.id === shown.message.id);
  if (at >= 0) return messages.with(at, shown);
  const parent = messages.findIndex(({ message }) => message.id === shown.message.parent);
  return [...messages.slice(0, parent + 1), shown];
}

function grown(state: PageState, { id, part, from, text }: HostMessage & { readonly type: "grown" }): PageState {
  const shown = state.conversation?.messages.find(({ message }) => message.id === id);
  if (shown?.message.role !== "assistant") return { ...state, isBehind: true };
  const answer = shown.message;
  const before = answer[part];
  if (before.length < from) return { ...state, isBehind: true };
  const message = { ...answer, [part]: before.slice(0, from) + text };
  return withMessages(state, (messages) => messages.map((other) => (other === shown ? { ...shown, message } : other)));
}
