import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { isShellLanguage } from "../../extension/core/chat/answerBlocks.ts";
import type { AnswerPart } from "../../extension/core/chat/answerParts.ts";
import type { BlockAction, BlockView } from "../../extension/core/chat/chatProtocol.ts";
import { CodeText } from "../answer/codeText.tsx";
import { knownLanguage } from "../answer/highlight.ts";
import { l10n } from "../l10n.ts";
import { BlockActions } from "./blockActions.tsx";
import { ApplyProgress, BlockTrouble, stateWords } from "./blockState.tsx";
import { BlockTarget } from "./blockTarget.tsx";

export interface CodeBlockProps {
  readonly part: AnswerPart & { readonly type: "code" };
  /** `undefined` until the host has told it. */
  readonly view: BlockView | undefined;
  /** The code still comes. */
  readonly isOpen: boolean;
  readonly act: (action: BlockAction, engine?: string) => void;
  /** The user is about to apply it. */
  readonly onHover: () => void;
}

/** A code block of an answer: what it is for, what became of it, what can be done with it, and the code. */
export function CodeBlock({ part, view, isOpen, act, onHover }: CodeBlockProps): VNode {
  const { code, language, index } = part;
  const known = knownLanguage(language, view?.path ?? "");
  const text = useMemo(() => <CodeText code={code} language={known} />, [code, known]);
  const isShell = isShellLanguage(language) && (view?.path ?? "") === "";
  return (
    <section
      class="code-block"
      role="group"
      aria-label={blockLabel(index, view)}
      data-state={view?.state.type ?? "idle"}
    >
      <div class="code-block-head">
        <div class="code-block-row">
          <BlockTarget view={view} language={language} isShell={isShell} isOpen={isOpen} act={act} />
          <BlockActions view={view} isShell={isShell} isOpen={isOpen} act={act} onHover={onHover} />
        </div>
        <ApplyProgress view={view} />
        <BlockTrouble view={view} act={act} />
      </div>
      {text}
    </section>
  );
}

function blockLabel(index: number, view: BlockView | undefined): string {
  const words = view === undefined ? "" : stateWords(view.state);
  const label =
    view === undefined || view.path === ""
      ? l10n.t("Code block {0}", index + 1)
      : l10n.t("Code block {0} for {1}", index + 1, view.path);
  return words === "" ? label : `${label}: ${words}`;
}
