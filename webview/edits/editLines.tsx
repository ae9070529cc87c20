import type { VNode } from "preact";
import { l10n } from "../l10n.ts";
import type { LineKind } from "./readRows.ts";

const SIGNS: Readonly<Record<LineKind, string>> = {
  text: "",
  kept: "",
  removed: "−",
  added: "+",
  in: "→",
  out: "←",
};

interface EditLinesProps {
  readonly kind: LineKind;
  /** Escaped; empty spans of colours aside. */
  readonly html: readonly string[];
}

/** Shows lines of an edit that have one fate, which a screen reader says once. */
export function EditLines({ kind, html }: EditLinesProps): VNode {
  const lines = html.map((line) => `<div class="edit-line">${line}</div>`).join("");
  const words = kindWords(kind);
  return (
    <div class="edit-lines" data-kind={kind} data-sign={SIGNS[kind]}>
      {words === "" ? undefined : <span class="for-screen-readers">{words}</span>}
      <div dangerouslySetInnerHTML={{ __html: lines }} />
    </div>
  );
}

function kindWords(kind: LineKind): string {
  switch (kind) {
    case "text":
      return "";
    case "kept":
      return l10n.t("Unchanged:");
    case "removed":
      return l10n.t("Removed:");
    case "added":
      return l10n.t("Added:");
    case "in":
    case "out":
      return l10n.t("Indented anew:");
  }
}
