import { useRef, useState } from "preact/hooks";
import type { Offer, PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Reference } from "../../extension/core/chat/chatSchemas.ts";
import { referenceKey } from "./attached.ts";
import { lastName, mentionAt } from "./mention.ts";
import type { OpenMention } from "./mention.ts";
import { nextRequest } from "./requests.ts";

/** Completions of the mention at the caret. */
export interface Offering {
  /** The mention that is being typed; `undefined` if there is none. */
  readonly mention: OpenMention | undefined;
  readonly offers: readonly Offer[];
  /** Index of the current one. */
  readonly at: number;
  /** There is a mention, and something to choose. */
  readonly isOpen: boolean;
  /** There is a mention, and the host has found nothing for it. */
  readonly isEmpty: boolean;
  /** The text or the caret has changed. */
  readonly follow: (text: string, caret: number) => void;
  /** Moves to another offer; false if the key does not. */
  readonly move: (key: string) => boolean;
  /** The user wants none for this mention. */
  readonly dismiss: () => void;
  readonly close: () => void;
}

const PAGE = 8;

interface State {
  readonly mention: OpenMention | undefined;
  /** The first request for this mention: older answers belong to another one. */
  readonly firstRequest: number;
  /** Which offer the user has moved to; `undefined` if that is none. */
  readonly at: number | undefined;
  /** Where a mention begins that the user wants no offers for; -1 for none. */
  readonly dismissed: number;
}

const CLOSED: State = { mention: undefined, firstRequest: 0, at: undefined, dismissed: -1 };

/** Asks the host for completions while a mention is typed. `sent`: what goes along already, which Enter alone does not add again. */
export function useOffers(
  answer: { readonly request: number; readonly offers: readonly Offer[] },
  sent: readonly Reference[],
  post: (message: PageMessage) => void,
): Offering {
  const [state, setState] = useState<State>(CLOSED);
  // The events of one key come before the next drawing.
  const newest = useRef<State>(CLOSED);
  const become = (next: State): void => {
    newest.current = next;
    setState(next);
  };
  const { mention, firstRequest } = state;
  const isAnswered = mention !== undefined && answer.request >= firstRequest;
  const offers = isAnswered ? withFolderFirst(answer.offers, mention.query) : [];
  const at = Math.min(state.at ?? firstChoice(offers, mention?.query ?? "", sent), Math.max(0, offers.length - 1));
  return {
    mention,
    offers,
    at,
    isOpen: mention !== undefined && offers.length > 0,
    isEmpty: isAnswered && offers.length === 0,
    follow(text, caret) {
      const { mention: before, firstRequest: first, dismissed } = newest.current;
      const found = mentionAt(text, caret);
      if (found === undefined) {
        if (before !== undefined || dismissed !== -1) become(CLOSED);
        return;
      }
      if (found.start === dismissed || (found.start === before?.start && found.query === before.query)) return;
      const request = nextRequest();
      const isSame = found.start === before?.start;
      become({ mention: found, firstRequest: isSame ? first : request, at: undefined, dismissed: -1 });
      post({ type: "offers", request, query: found.query });
    },
    move(key) {
      const last = offers.length - 1;
      const targets: Readonly<Record<string, number>> = {
        ArrowDown: at === last ? 0 : at + 1,
        ArrowUp: at === 0 ? last : at - 1,
        PageDown: Math.min(last, at + PAGE),
        PageUp: Math.max(0, at - PAGE),
      };
      const target = targets[key];
      if (target === undefined) return false;
      become({ ...newest.current, at: target });
      return true;
    },
    dismiss() {
      become({ ...CLOSED, dismissed: newest.current.mention?.start ?? -1 });
    },
    close() {
      if (newest.current.mention !== undefined) become(CLOSED);
    },
  };
}

/** Returns the offers as the host has sorted them, but first the folder that the user has named in full. */
function withFolderFirst(offers: readonly Offer[], query: string): readonly Offer[] {
  const named = query.replace(/[\\/]$/, "").toLowerCase();
  const isNamed = ({ reference }: Offer): boolean =>
    reference.type === "folder" && [reference.path, lastName(reference.path)].some((it) => it.toLowerCase() === named);
  const folder = offers.find(isNamed);
  return folder === undefined ? offers : [folder, ...offers.filter((offer) => offer !== folder)];
}

/** Finds the best offer; if nothing is typed yet, the first that does not go along already. */
function firstChoice(offers: readonly Offer[], query: string, sent: readonly Reference[]): number {
  if (query !== "") return 0;
  const keys = new Set(sent.map(referenceKey));
  return Math.max(
    0,
    offers.findIndex(({ reference }) => !keys.has(referenceKey(reference))),
  );
}
