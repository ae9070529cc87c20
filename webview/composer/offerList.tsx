import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Offer } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";
import { referenceIcon } from "./attached.ts";

export interface OfferListProps {
  readonly id: string;
  readonly offers: readonly Offer[];
  /** Index of the one that Enter takes. */
  readonly at: number;
  readonly onChoose: (offer: Offer) => void;
}

/** Shows the completions of `@`. The focus stays in the text, which points to the current one. */
export function OfferList({ id, offers, at, onChoose }: OfferListProps): VNode {
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [at, offers]);
  return (
    <ul id={id} class="popup offers" role="listbox" aria-label={l10n.t("What may go along")}>
      {offers.map((offer, index) => (
        <li
          key={index}
          ref={index === at ? current : null}
          id={optionId(id, index)}
          class={`option ${index === at ? "is-current" : ""}`}
          role="option"
          aria-selected={index === at}
          title={"path" in offer.reference ? offer.reference.path : offer.label}
          // The text keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            onChoose(offer);
          }}
        >
          <span class={`codicon codicon-${referenceIcon(offer.reference)}`} aria-hidden="true" />
          <span class="option-label">{offer.label}</span>
          <span class="option-detail">{offer.detail}</span>
        </li>
      ))}
    </ul>
  );
}

/** Makes the id of the element of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
