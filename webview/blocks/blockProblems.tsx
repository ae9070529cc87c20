import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ProblemView } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";

interface BlockProblemsProps {
  readonly problems: readonly ProblemView[];
  /** Opens the place of one, by its number. */
  readonly open: (nth: number) => void;
  readonly fix: () => void;
}

/**
 * Shows what language servers have reported since the block's hunks are in the file: how many problems, each with its place, and a button
 * to mend them.
 */
export function ProblemsOfBlock({ problems, open, fix }: BlockProblemsProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const words = problems.length === 1 ? l10n.t("1 new problem") : l10n.t("{0} new problems", problems.length);
  return (
    <div class="block-problems" role="status">
      <div class="block-problems-head">
        <button
          type="button"
          class="link-button"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <span class={`codicon codicon-chevron-${isOpen ? "down" : "right"}`} aria-hidden="true" />
          <span class="codicon codicon-warning" aria-hidden="true" />
          <span>{words}</span>
        </button>
        <button
          type="button"
          class="button secondary compact"
          title={l10n.t("Asks the model with these problems, the change and the file, and applies what it answers")}
          onClick={fix}
        >
          {l10n.t("Fix…")}
        </button>
      </div>
      {isOpen ? (
        <ul class="block-problems-list">
          {problems.map(({ severity, line, message }, nth) => (
            <li key={`${line} ${message}`}>
              <button
                type="button"
                class="link-button"
                title={l10n.t("Open line {0}", line)}
                onClick={() => {
                  open(nth);
                }}
              >
                <span class={`codicon codicon-${severity}`} aria-hidden="true" />
                <span>{l10n.t("Line {0}: {1}", line, message)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : undefined}
    </div>
  );
}
