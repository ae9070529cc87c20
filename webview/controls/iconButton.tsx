import type { Ref, VNode } from "preact";

export interface IconButtonProps {
  /** Name of the codicon. */
  readonly icon: string;
  /** For the screen reader and the tooltip. */
  readonly label: string;
  readonly onClick: () => void;
  readonly class?: string;
  /** Reached by the arrow keys of a group, not by Tab. */
  readonly tabIndex?: number;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** Shows a button with an icon alone. */
export function IconButton({ icon, label, onClick, expanded, buttonRef, ...rest }: IconButtonProps): VNode {
  return (
    <button
      type="button"
      {...rest}
      {...(buttonRef === undefined ? {} : { ref: buttonRef })}
      class={`icon-button ${rest.class ?? ""}`}
      title={label}
      aria-label={label}
      {...(expanded === undefined ? {} : { "aria-expanded": expanded, "aria-haspopup": "dialog" as const })}
      onClick={onClick}
    >
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
    </button>
  );
}
