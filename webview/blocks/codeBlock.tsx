import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { isShellLanguage } from "../../extension/core/chat/answerBlocks.ts";
import type { AnswerPart } from "../../extension/core/chat/answerParts.ts";
import type { BlockAction, BlockView, EditView } from "../../extension/core/chat/chatProtocol.ts";
import { NO_CODE, partsRead, readCode } from "../../extension/core/chat/editParts.ts";
import type { CodePart, ReadCode } from "../../extension/core/chat/editParts.ts";
import { CodeText } from "../answer/codeText.tsx";
import { knownLanguage } from "../answer/highlight.ts";
import { EditList } from "../edits/editList.tsx";
import type { ElisionPlace } from "../edits/elisions.ts";
import { countsOf } from "../edits/readRows.ts";
import { l10n } from "../l10n.ts";
import { BlockActions } from "./blockActions.tsx";
import { ProblemsOfBlock } from "./blockProblems.tsx";
import { ApplyingState, BlockTrouble, stateWords } from "./blockState.tsx";
import { BlockTarget } from "./blockTarget.tsx";

export interface CodeBlockProps {
  readonly part: AnswerPart & { readonly type: "code" };
  /** `undefined` until the host has sent it. */
  readonly view: BlockView | undefined;
  /** The code still comes. */
  readonly isOpen: boolean;
  /** Of the answer. */
  readonly id: string;
  readonly act: (action: BlockAction, engine?: string) => void;
  /** Asks for the lines that an edit leaves out. */
  readonly unfold: (elision: ElisionPlace) => void;
  /** Opens the place of a new problem, by its number. */
  readonly openProblem: (nth: number) => void;
  /** Asks for what mends the new problems. */
  readonly fix: () => void;
  /** The user is about to apply it. */
  readonly onHover: () => void;
}

const NO_EDITS: readonly EditView[] = [];

/** Shows a code block of an answer: what it is for, what became of it, what can be done with it, and the code. */
export function CodeBlock(props: CodeBlockProps): VNode {
  const { part, view, isOpen, id, act, unfold, openProblem, fix, onHover } = props;
  const { code, language, index, isClosed } = part;
  const known = knownLanguage(language, view?.path ?? "");
  const before = useRef<ReadCode>(NO_CODE);
  const parts = useMemo(
    () => partsRead((before.current = readCode(before.current, code, !isClosed))),
    [code, isClosed],
  );
  const { edits = NO_EDITS } = view ?? {};
  const counts = useMemo(() => countsOf(parts, edits), [parts, edits]);
  const text = useMemo(
    () =>
      counts === undefined ? (
        <CodeText code={textOf(parts)} language={known} />
      ) : (
        <EditList parts={parts} views={edits} isOpen={isOpen} language={known} id={id} index={index} unfold={unfold} />
      ),
    [parts, counts, edits, isOpen, known, id, index, unfold],
  );
  const isShell = isShellLanguage(language) && (view?.path ?? "") === "";
  return (
    <section
      class="code-block"
      role="group"
      aria-label={blockLabel(index, view)}
      data-state={view?.state.type ?? "idle"}
      data-block={blockKey(id, index)}
      tabIndex={-1}
    >
      <div class="code-block-head">
        <div class="code-block-row">
          <BlockTarget view={view} counts={counts} language={language} isShell={isShell} isOpen={isOpen} act={act} />
          <BlockActions
            view={view}
            isShell={isShell}
            isOpen={isOpen}
            hasEdits={counts !== undefined}
            act={act}
            onHover={onHover}
          />
        </div>
        <ApplyingState view={view} />
        <BlockTrouble view={view} act={act} />
        {view?.problems === undefined ? undefined : (
          <ProblemsOfBlock problems={view.problems} open={openProblem} fix={fix} />
        )}
      </div>
      {text}
    </section>
  );
}

/** Makes the key by which a block of an answer is found in the page. */
export function blockKey(answer: string, index: number): string {
  return `${answer}/${String(index)}`;
}

function textOf(parts: readonly CodePart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function blockLabel(index: number, view: BlockView | undefined): string {
  const words = view === undefined ? "" : stateWords(view.state);
  const label =
    view === undefined || view.path === ""
      ? l10n.t("Code block {0}", index + 1)
      : l10n.t("Code block {0} for {1}", index + 1, view.path);
  return words === "" ? label : `${label}: ${words}`;
}
