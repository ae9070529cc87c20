import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { answerParts } from "../../extension/core/chat/answerParts.ts";
import type { Message } from "../../extension/core/chat/chatSchemas.ts";
import { l10n } from "../l10n.ts";

/** How much of an answer a screen reader reads by itself, in characters. */
const MOST_TEXT = 1_000;
const SHOWN_MS = 6_000;

interface AnnouncerProps {
  readonly last: Message | undefined;
  readonly reported: { readonly number: number; readonly text: string };
}

/** Tells screen readers what happens, and shows for a moment what the host says. */
export function Announcer({ last, reported }: AnnouncerProps): VNode {
  const [said, setSaid] = useState({ number: 0, words: "" });
  const say = (words: string): void => {
    setSaid(({ number }) => ({ number: number + 1, words }));
  };
  const [shownNumber, setShownNumber] = useState(0);
  const state = last?.role === "assistant" ? last.state.type : undefined;
  const model = last?.role === "assistant" ? last.model.name : "";
  const stateBefore = useRef(state);
  useEffect(() => {
    // What was there when the page was opened is not news. Who answers is known only after the answer has begun.
    if (state === "streaming" && model !== "") say(l10n.t("{0} is answering", model));
    else if (state !== "streaming" && stateBefore.current === "streaming" && last !== undefined) say(endWords(last));
    stateBefore.current = state;
  }, [state, last?.id, model]);
  useEffect(() => {
    if (reported.number === 0) return undefined;
    say(reported.text);
    setShownNumber(reported.number);
    const timer = setTimeout(() => {
      setShownNumber(0);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [reported.number]);
  return (
    <>
      <div class="for-screen-readers" role="status" aria-live="polite">
        {/* An element of its own, so that the same words are said twice. */}
        <span key={said.number}>{said.words}</span>
      </div>
      {shownNumber === reported.number && reported.number > 0 ? (
        <div class="reported-place" aria-hidden="true">
          <div class="reported">
            <span class="codicon codicon-info" /> <span>{reported.text}</span>
          </div>
        </div>
      ) : undefined}
    </>
  );
}

function endWords(message: Message): string {
  if (message.role === "user") return "";
  if (message.state.type === "failed") return message.state.message;
  if (message.state.type === "stopped") return l10n.t("The answer was stopped");
  const parts = answerParts(message.text);
  const prose = parts.flatMap((part) => (part.type === "prose" ? [part.text] : [])).join("\n");
  const blocks = parts.filter(({ type }) => type === "code").length;
  return l10n.t("{0} answered: {1} Code blocks: {2}.", message.model.name, prose.slice(0, MOST_TEXT), blocks);
}
