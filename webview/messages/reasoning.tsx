import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { l10n } from "../l10n.ts";

/** Nobody reads more of it at once. */
const MOST_TEXT = 50_000;

/** Shows what a model wrote before its answer, folded; nothing if it wrote nothing. */
export function Reasoning({
  text,
  isThinking,
}: {
  readonly text: string;
  readonly isThinking: boolean;
}): VNode | undefined {
  const [isUnfolded, setUnfolded] = useState(false);
  if (text === "") return undefined;
  return (
    <section class="reasoning">
      <button
        type="button"
        class="reasoning-title"
        aria-expanded={isUnfolded}
        onClick={() => {
          setUnfolded(!isUnfolded);
        }}
      >
        <span class={`codicon codicon-chevron-${isUnfolded ? "down" : "right"}`} aria-hidden="true" />{" "}
        <span class={isThinking ? "thinking" : ""}>{isThinking ? l10n.t("Thinking…") : l10n.t("Reasoning")}</span>
      </button>
      {isUnfolded ? <div class="reasoning-text">{text.slice(-MOST_TEXT).trim()}</div> : undefined}
    </section>
  );
}
