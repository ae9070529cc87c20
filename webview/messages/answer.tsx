import type { VNode } from "preact";
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import type { AnswerPart } from "../../extension/core/chat/answerParts.ts";
import type { BlockView, PageMessage, ShownMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Answer as GivenAnswer } from "../../extension/core/chat/chatSchemas.ts";
import { Prose } from "../answer/prose.tsx";
import { NOTHING_READ, readAnswer } from "../answer/readAnswer.ts";
import type { ReadAnswer } from "../answer/readAnswer.ts";
import { AfterBar } from "../blocks/afterBar.tsx";
import { BatchBar } from "../blocks/batchBar.tsx";
import { CodeBlock } from "../blocks/codeBlock.tsx";
import type { ElisionPlace } from "../edits/elisions.ts";
import { l10n } from "../l10n.ts";
import { AnswerEnd } from "./answerEnd.tsx";
import { CHARACTERS_AT_ONCE } from "./usePortions.ts";
import { Reads } from "./reads.tsx";
import { Reasoning } from "./reasoning.tsx";

interface AnswerProps {
  readonly answer: GivenAnswer;
  readonly shown: ShownMessage;
  /** How many characters of its beginning are not drawn yet. */
  readonly undrawn: number;
  /** A block that is to be drawn, however far down it is. */
  readonly wanted: number | undefined;
  readonly isLast: boolean;
  readonly post: (message: PageMessage) => void;
}

/** More than this is drawn only when the user asks for it, so that no answer can make the page hang. */
const PARTS_AT_ONCE = 150;

/** What was read ahead for a block may be lost later, so the pointer is reported to the host again, but not before. */
const HOVER_STAYS_MS = 10_000;

/** Shows what a model answered. */
export function AnswerMessage({ answer, shown, undrawn, wanted, isLast, post }: AnswerProps): VNode {
  const { id, text, state, model } = answer;
  const [portions, setPortions] = useState(1);
  const before = useRef<ReadAnswer>(NOTHING_READ);
  const read = useMemo(() => (before.current = readAnswer(before.current, text)), [text]);
  const parts = [...read.settled, ...read.open];
  const last = wanted === undefined ? -1 : parts.findIndex((part) => part.type === "code" && part.index === wanted);
  const count = Math.max(shownCount(parts, portions), last + 1);
  const first = firstDrawn(parts, undrawn);
  const isStreaming = state.type === "streaming";
  return (
    <article
      class="message answer"
      aria-label={model.name === "" ? l10n.t("Answer") : l10n.t("Answer of {0}", model.name)}
      aria-busy={isStreaming}
    >
      <h2 class="answer-model">
        <span class="codicon codicon-sparkle" aria-hidden="true" /> {model.name}
      </h2>
      <Reasoning text={answer.reasoning} isThinking={isStreaming && text === ""} />
      <Reads answer={answer} post={post} />
      {parts
        .slice(0, count)
        .map((part, index) =>
          index < first ? undefined : (
            <Part
              key={index}
              part={part}
              isOpen={isStreaming && index === parts.length - 1}
              id={id}
              view={part.type === "code" ? shown.blocks.find((view) => view.index === part.index) : undefined}
              post={post}
            />
          ),
        )}
      {count < parts.length ? (
        <button
          type="button"
          class="link-button show-more"
          onClick={() => {
            setPortions(portions + 1);
          }}
        >
          {l10n.t("Show more of this answer ({0} parts are not shown)", parts.length - count)}
        </button>
      ) : undefined}
      {isStreaming ? <Typing /> : undefined}
      {shown.batch !== undefined && shown.batch.targets.length > 0 && !isStreaming ? (
        <BatchBar id={id} batch={shown.batch} blocks={shown.blocks} post={post} />
      ) : undefined}
      {(shown.canRestore === true || shown.tests !== undefined) && !isStreaming ? (
        <AfterBar id={id} canRestore={shown.canRestore === true} tests={shown.tests} post={post} />
      ) : undefined}
      <AnswerEnd answer={answer} siblings={shown.siblings} isLast={isLast} post={post} />
    </article>
  );
}

/** Counts the parts to show: as many characters and parts as the portions may have, but always one part. */
function shownCount(parts: readonly AnswerPart[], portions: number): number {
  let characters = 0;
  for (const [index, part] of parts.entries()) {
    if (index >= portions * PARTS_AT_ONCE || characters > portions * CHARACTERS_AT_ONCE) return index;
    characters += part.type === "code" ? part.code.length : part.text.length;
  }
  return parts.length;
}

/** Finds the first part that has characters after this many. */
function firstDrawn(parts: readonly AnswerPart[], undrawn: number): number {
  let characters = 0;
  const first = parts.findIndex((part) => {
    characters += part.type === "code" ? part.code.length : part.text.length;
    return characters > undrawn;
  });
  return first < 0 ? parts.length : first;
}

interface PartProps {
  readonly part: AnswerPart;
  readonly isOpen: boolean;
  readonly id: string;
  readonly view: BlockView | undefined;
  readonly post: (message: PageMessage) => void;
}

/** Drawn again only when it has changed itself. */
function Part({ part, isOpen, id, view, post }: PartProps): VNode {
  const text = part.type === "code" ? part.code : part.text;
  const isWritten = part.type === "prose" || part.isClosed || !isOpen;
  const hoverTold = useRef(-Infinity);
  const unfold = useCallback(
    (elision: ElisionPlace) => {
      post({ type: "unfold", ...elision });
    },
    [post],
  );
  return useMemo(() => {
    if (part.type === "prose") return <Prose text={part.text} isOpen={isOpen} />;
    const { index } = part;
    const act = (action: Parameters<Parameters<typeof CodeBlock>[0]["act"]>[0], engine?: string): void => {
      post({ type: "block", id, index, action, ...(engine === undefined ? {} : { engine }) });
    };
    const onHover = (): void => {
      const now = performance.now();
      if (now - hoverTold.current < HOVER_STAYS_MS) return;
      hoverTold.current = now;
      post({ type: "hover", id, index });
    };
    return (
      <CodeBlock
        part={part}
        view={view}
        isOpen={!isWritten}
        id={id}
        act={act}
        unfold={unfold}
        openProblem={(nth) => {
          post({ type: "problem", id, index, nth });
        }}
        fix={() => {
          post({ type: "fix", id, index });
        }}
        onHover={onHover}
      />
    );
  }, [text, isOpen, isWritten, view, id, post]);
}

function Typing(): VNode {
  return (
    <span class="typing" aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  );
}
