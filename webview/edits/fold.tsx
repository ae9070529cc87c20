import { createContext } from "preact";
import type { VNode } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { ElisionRow } from "../../extension/core/chat/editRows.ts";
import { highlightedLines } from "../answer/highlight.ts";
import { l10n } from "../l10n.ts";
import { EditLines } from "./editLines.tsx";
import { elisionKey } from "./elisions.ts";
import type { ElisionPlace } from "./elisions.ts";

/** The lines of files that elisions of the shown answers stand for, by `elisionKey`, as far as the page has asked. */
export const UnfoldedLines = createContext<ReadonlyMap<string, string>>(new Map());

interface FoldProps {
  readonly row: ElisionRow;
  readonly elision: ElisionPlace;
  /** How many lines of the file they are; `undefined` if it is not known which they are. */
  readonly lines: number | undefined;
  readonly language: string | undefined;
  readonly unfold: (elision: ElisionPlace) => void;
}

/** Shows lines that an edit leaves out: as one row, which unfolds from the file if its place there is known. */
export function Fold({ row, elision, lines, language, unfold }: FoldProps): VNode {
  const [isUnfolded, setUnfolded] = useState(false);
  const text = useContext(UnfoldedLines).get(elisionKey(elision));
  const words = foldWords(row.fate, lines ?? row.count);
  if (lines === undefined || lines === 0) {
    return (
      <div class="edit-fold" data-fate={row.fate}>
        <FoldWords icon="ellipsis" words={words} />
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        class="edit-fold"
        data-fate={row.fate}
        aria-expanded={isUnfolded}
        onClick={() => {
          setUnfolded(!isUnfolded);
          // The file may have changed since it was unfolded last.
          if (!isUnfolded) unfold(elision);
        }}
      >
        <FoldWords icon={isUnfolded ? "fold" : "unfold"} words={words} />
      </button>
      {isUnfolded && text !== undefined ? <FoldLines row={row} text={text} language={language} /> : undefined}
    </>
  );
}

function FoldWords({ icon, words }: { readonly icon: string; readonly words: string }): VNode {
  return (
    <span class="edit-fold-words">
      <span class={`codicon codicon-${icon}`} aria-hidden="true" /> {words}
    </span>
  );
}

function FoldLines({ row, text, language }: Pick<FoldProps, "row" | "language"> & { readonly text: string }): VNode {
  const html = useMemo(() => highlightedLines(text.split("\n"), language), [text, language]);
  return <EditLines kind={row.fate === "removed" ? "removed" : "kept"} html={html} />;
}

function foldWords(fate: ElisionRow["fate"], lines: number | undefined): string {
  switch (fate) {
    case "kept":
      if (lines === undefined) return l10n.t("Some lines stay");
      return lines === 1 ? l10n.t("1 line stays") : l10n.t("{0} lines stay", lines);
    case "removed":
      if (lines === undefined) return l10n.t("Some lines are deleted");
      return lines === 1 ? l10n.t("1 line is deleted") : l10n.t("{0} lines are deleted", lines);
    case "added":
      if (lines === undefined) return l10n.t("Some lines move here");
      return lines === 1 ? l10n.t("1 line moves here") : l10n.t("{0} lines move here", lines);
    case "open":
      if (lines === undefined) return l10n.t("Some lines");
      return lines === 1 ? l10n.t("1 line") : l10n.t("{0} lines", lines);
  }
}
