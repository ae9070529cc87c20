import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { EditView } from "../../extension/core/chat/chatProtocol.ts";
import type { CodePart, EditPart } from "../../extension/core/chat/editParts.ts";
import { highlightedLines } from "../answer/highlight.ts";
import { escapeHtml } from "../answer/markdown.ts";
import { useNear } from "../answer/useNear.ts";
import { l10n } from "../l10n.ts";
import { EditLines } from "./editLines.tsx";
import type { Elision } from "./elisions.ts";
import { Fold } from "./fold.tsx";
import { elidedLines, rowsOf, runsOf, viewOf } from "./readRows.ts";

/** More rows than these are drawn only when the user asks for them. */
const MOST_ROWS = 4_000;

interface Shared {
  /** The highlighter's name of the language. */
  readonly language: string | undefined;
  /** The answer, and the number of the block in it. */
  readonly id: string;
  readonly index: number;
  readonly unfold: (elision: Elision) => void;
}

interface EditListProps extends Shared {
  readonly parts: readonly CodePart[];
  readonly views: readonly EditView[];
  /** The last part may still grow. */
  readonly isOpen: boolean;
}

/** The code of a block that has edits: what they change, line by line. */
export function EditList({ parts, views, isOpen, ...shared }: EditListProps): VNode {
  const [most, setMost] = useState(MOST_ROWS);
  const drawn = drawnCount(parts, most);
  const edits = parts.filter(({ type }) => type === "edit");
  return (
    <div class="code-text edits">
      <div class="edits-lines">
        {parts
          .slice(0, drawn)
          .map((part, at) =>
            part.type === "text" ? (
              <PlainLines key={part.line} text={part.text} language={shared.language} />
            ) : (
              <Edit
                key={part.line}
                {...shared}
                part={part}
                view={viewOf(part, views)}
                isComing={isOpen && at === parts.length - 1}
                isNamed={isNamedBy(part, parts[at - 1])}
                label={l10n.t("Edit {0} of {1}", edits.indexOf(part) + 1, edits.length)}
              />
            ),
          )}
      </div>
      {drawn < parts.length ? (
        <button
          type="button"
          class="link-button show-more"
          onClick={() => {
            setMost(most + MOST_ROWS);
          }}
        >
          {l10n.t("Show more of this block ({0} edits are not shown)", parts.length - drawn)}
        </button>
      ) : undefined}
    </div>
  );
}

/** As many parts as have so many rows together, but always one. */
function drawnCount(parts: readonly CodePart[], most: number): number {
  let rows = 0;
  const last = parts.findIndex((part) => {
    rows += part.type === "edit" ? rowsOf(part).length : part.text.split("\n").length;
    return rows > most;
  });
  return last < 0 ? parts.length : Math.max(1, last);
}

/** Whether the text above an edit names its file already. */
function isNamedBy({ path }: EditPart, before: CodePart | undefined): boolean {
  return path === undefined || (before?.type === "text" && before.text.includes(path));
}

function PlainLines({ text, language }: { readonly text: string; readonly language: string | undefined }): VNode {
  const html = useMemo(() => highlightedLines(withoutBlankEdges(text.split("\n")), language), [text, language]);
  return <EditLines kind="text" html={html} />;
}

function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string): boolean => line.trim() !== "";
  return lines.slice(Math.max(0, lines.findIndex(isFilled)), lines.findLastIndex(isFilled) + 1);
}

interface EditProps extends Shared {
  readonly part: EditPart;
  readonly view: EditView | undefined;
  readonly isComing: boolean;
  readonly isNamed: boolean;
  readonly label: string;
}

function Edit({ part, view, isComing, isNamed, label, language, id, index, unfold }: EditProps): VNode {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  const rows = rowsOf(part);
  const runs = useMemo(
    () => runsOf(rows, (lines) => (isNear ? highlightedLines(lines, language) : lines.map(escapeHtml))),
    [rows, language, isNear],
  );
  const elided = elidedLines(rows, view);
  const place = view?.at === undefined ? "" : l10n.t("Line {0}", view.at);
  const isBroken = !isComing && (!part.isClosed || part.replace === undefined);
  const trouble = isBroken ? l10n.t("This edit breaks off, so it cannot be applied.") : (view?.reason ?? "");
  return (
    <div ref={element} class="edit" role="group" aria-label={place === "" ? label : `${label}, ${place}`}>
      <EditHead place={place} path={isNamed ? "" : (part.path ?? "")} trouble={trouble} />
      {runs.map((run, at) =>
        run.type === "lines" ? (
          <EditLines key={`lines ${at}`} kind={run.kind} html={run.html} />
        ) : (
          <Fold
            key={`${run.row.fate} ${run.row.nth}`}
            row={run.row}
            elision={{ id, index, line: part.line, nth: run.row.nth }}
            lines={elided[run.row.nth]}
            language={language}
            unfold={unfold}
          />
        ),
      )}
    </div>
  );
}

interface EditHeadProps {
  readonly place: string;
  readonly path: string;
  readonly trouble: string;
}

/** Where an edit stands; the group that it is in says so to screen readers. */
function EditHead({ place, path, trouble }: EditHeadProps): VNode | undefined {
  if (place === "" && path === "" && trouble === "") return undefined;
  return (
    <div class="edit-head">
      {path === "" ? undefined : <span class="edit-path">{path}</span>}
      {place === "" ? undefined : <span aria-hidden="true">{place}</span>}
      {trouble === "" ? undefined : (
        <span class="edit-trouble">
          <span class="codicon codicon-warning" aria-hidden="true" /> {trouble}
        </span>
      )}
    </div>
  );
}
