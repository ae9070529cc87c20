import type { VNode } from "preact";
import type { Meter } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";

/** Shows how much of the model's window the next question takes. */
export function ContextMeter({ meter }: { readonly meter: Meter }): VNode {
  const { used, window, leftOut } = meter;
  const isOver = leftOut.length > 0;
  // What is left out is not part of what is used, which would look as if there were room.
  const share = isOver ? 1 : window === 0 ? 0 : Math.min(1, used / window);
  const percent = Math.round(share * 100);
  const shown = isOver ? l10n.t("does not fit") : `${percent}%`;
  const counts = l10n.t("{0} of {1} tokens", shortCount(used), shortCount(window));
  const reported = isOver ? `${shown} (${counts})` : counts;
  return (
    <span
      class={`meter ${isOver ? "is-over" : share > 0.8 ? "is-near" : ""}`}
      role="meter"
      aria-label={l10n.t("Context used")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={reported}
      title={reported}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <circle class="meter-rest" cx="8" cy="8" r="6" />
        <circle
          class="meter-used"
          cx="8"
          cy="8"
          r="6"
          pathLength="100"
          stroke-dasharray={`${share * 100} 100`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      <span class="meter-text">{shown}</span>
    </span>
  );
}

/** Formats a count of tokens in few letters: 950, 12.3k, 400k, 1M. */
export function shortCount(count: number): string {
  const short = (value: number, unit: string): string => `${value < 100 ? trimmed(value) : Math.round(value)}${unit}`;
  if (count < 1_000) return String(count);
  return count < 999_500 ? short(count / 1_000, "k") : short(count / 1_000_000, "M");
}

function trimmed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}
