import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { EditView } from "../../extension/core/chat/chatProtocol.ts";
import type { CodePart, EditPart } from "../../extension/core/chat/editParts.ts";
import { highlightedLines } from "../answer/highlight.ts";
import { useNear } from "../answer/useNear.ts";
import { l10n } from "../l10n.ts";
import { EditLines } from "./editLines.tsx";
import type { ElisionPlace } from "./elisions.ts";
import { Fold } from "./fold.tsx";
import { elidedLines, plainRuns, rowsOf, runsInColour, viewOf } from "./readRows.ts";

/** More rows than these are drawn only when the user asks for them. */
const MOST_ROWS = 4_000;

interface Shared {
  /** The highlighter's name of the language. */
  readonly language: string | undefined;
  /** The answer, and the number of the block in it. */
  readonly id: string;
  readonly index: number;
  readonly unfold: (elision: ElisionPlace) => void;
}

interface EditListProps extends Shared {
  readonly parts: readonly CodePart[];
  readonly views: readonly EditView[];
  /** The last part may still grow. */
  readonly isOpen: boolean;
}

/** Shows the code of a block that has edits: what they change, line by line. */
export function EditList({ parts, views, isOpen, ...shared }: EditListProps): VNode {
  const [most, setMost] = useState(MOST_ROWS);
  const drawn = drawnRows(parts, most);
  const edits = parts.filter(({ type }) => type === "edit");
  const left = drawn.reduce((sum, { all, shown }) => sum + all - shown, 0);
  return (
    <div class="code-text edits">
      <div class="edits-lines">
        {drawn.map(({ part, shown }, at) => {
          if (shown === 0) return undefined;
          if (part.type === "text")
            return <PlainLines key={part.line} text={part.text} most={shown} language={shared.language} />;
          return (
            <Edit
              key={part.line}
              {...shared}
              part={part}
              most={shown}
              view={viewOf(part, views)}
              isComing={isOpen && at === parts.length - 1}
              isNamed={isNamedBy(part, parts[at - 1])}
              label={l10n.t("Edit {0} of {1}", edits.indexOf(part) + 1, edits.length)}
            />
          );
        })}
      </div>
      {left > 0 ? (
        <button
          type="button"
          class="link-button show-more"
          onClick={() => {
            setMost(most + MOST_ROWS);
          }}
        >
          {l10n.t("Show more of this block ({0} lines are not shown)", left.toLocaleString())}
        </button>
      ) : undefined}
    </div>
  );
}

interface DrawnPart {
  readonly part: CodePart;
  /** Its rows: how many there are, and how many of them from the first are shown. */
  readonly all: number;
  readonly shown: number;
}

function drawnRows(parts: readonly CodePart[], most: number): readonly DrawnPart[] {
  let left = most;
  return parts.map((part) => {
    // An edit may have none.
    const all = part.type === "edit" ? Math.max(1, rowsOf(part).length) : part.text.split("\n").length;
    const shown = Math.min(all, left);
    left -= shown;
    return { part, all, shown };
  });
}

/** Whether the text above an edit names its file already. */
function isNamedBy({ path }: EditPart, before: CodePart | undefined): boolean {
  return path === undefined || (before?.type === "text" && before.text.includes(path));
}

interface PlainLinesProps extends Pick<Shared, "language"> {
  readonly text: string;
  readonly most: number;
}

function PlainLines({ text, most, language }: PlainLinesProps): VNode {
  const html = useMemo(
    () => highlightedLines(withoutBlankEdges(text.split("\n")).slice(0, most), language),
    [text, most, language],
  );
  return <EditLines kind="text" html={html} />;
}

function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string): boolean => line.trim() !== "";
  return lines.slice(Math.max(0, lines.findIndex(isFilled)), lines.findLastIndex(isFilled) + 1);
}

interface EditProps extends Shared {
  readonly part: EditPart;
  /** How many of its rows are drawn. */
  readonly most: number;
  readonly view: EditView | undefined;
  readonly isComing: boolean;
  readonly isNamed: boolean;
  readonly label: string;
}

function Edit({ part, most, view, isComing, isNamed, label, language, id, index, unfold }: EditProps): VNode {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  const rows = rowsOf(part);
  const runs = useMemo(() => {
    const drawn = rows.slice(0, most);
    return isNear ? runsInColour(drawn, language) : plainRuns(drawn);
  }, [rows, most, language, isNear]);
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
