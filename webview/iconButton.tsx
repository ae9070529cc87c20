import type { VNode } from "preact";

interface IconButtonProps {
  /** Name of a codicon. */
  readonly icon: string;
  /** What it does, for the tooltip and for screen readers. */
  readonly label: string;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** A button with a picture alone, as in VS Code's toolbars. */
export function IconButton({ icon, label, isSmall = false, isDisabled = false, onClick }: IconButtonProps): VNode {
  return (
    <button
      type="button"
      class={isSmall ? "icon-button small" : "icon-button"}
      title={label}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
    </button>
  );
}
