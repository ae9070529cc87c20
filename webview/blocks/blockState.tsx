import type { VNode } from "preact";
import type { BlockAction, BlockView } from "../../extension/core/chat/chatProtocol.ts";
import type { BlockState } from "../../extension/core/chat/chatSchemas.ts";
import { l10n } from "../l10n.ts";

/** Says how an apply stands; empty if nothing has begun. */
export function stateWords(state: BlockState): string {
  switch (state.type) {
    case "idle":
      return "";
    case "waiting":
      return l10n.t("Waiting");
    case "applying":
      return state.asks === undefined
        ? l10n.t("Applying {0}%", Math.round(state.share * 100))
        : state.asks === 1
          ? l10n.t("Asking about 1 piece")
          : l10n.t("Asking about {0} pieces", state.asks);
    case "review":
      return state.total === 1
        ? l10n.t("{0}/1 hunk", state.decided)
        : l10n.t("{0}/{1} hunks", state.decided, state.total);
    case "applied":
      return l10n.t("Applied");
    case "partly":
      return l10n.t("{0} of {1} hunks applied", state.accepted, state.total);
    case "rejected":
      return l10n.t("Rejected");
    case "unchanged":
      return l10n.t("Nothing to change");
    case "failed":
      return l10n.t("Failed");
  }
}

/** Says how many edits of a block have a place in its file; empty if that is not known, or if the block has no exact edits. */
export function placedWords(view: BlockView | undefined): string {
  const { edits = [] } = view ?? {};
  if (edits.length === 0) return "";
  const placed = edits.filter(({ at }) => at !== undefined).length;
  return placed === edits.length ? l10n.t("{0} placed", placed) : l10n.t("{0} of {1} placed", placed, edits.length);
}

/** Shows how far an apply is, by which engine, and how fast; nothing if none is in progress. */
export function ApplyingState({ view }: { readonly view: BlockView | undefined }): VNode | undefined {
  if (view?.state.type !== "applying") return undefined;
  const { engine, share, charsPerSecond, asks } = view.state;
  const speed = charsPerSecond === undefined ? "" : l10n.t("{0} chars/s", Math.round(charsPerSecond).toLocaleString());
  return (
    <div class="apply-progress">
      <progress
        max={1}
        {...(asks === undefined ? { value: share } : {})}
        aria-label={l10n.t("Applying to {0}", view.path)}
      />
      <span class="apply-figures">
        <span>{engine}</span>
        <span>{speed}</span>
      </span>
    </div>
  );
}

interface BlockTroubleProps {
  readonly view: BlockView | undefined;
  readonly act: (action: BlockAction, engine?: string) => void;
}

/** Shows why a block cannot be applied, or was not, and what can be done; nothing if there is no trouble. */
export function BlockTrouble({ view, act }: BlockTroubleProps): VNode | undefined {
  if (view?.state.type === "failed") {
    return (
      <div class="block-trouble" data-kind="bad">
        <p>{view.state.reason}</p>
        <div class="block-trouble-actions">
          <button
            type="button"
            class="button secondary compact"
            onClick={() => {
              act("apply");
            }}
          >
            {l10n.t("Retry")}
          </button>
          {view.retry.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              class="button secondary compact"
              onClick={() => {
                act("apply", id);
              }}
            >
              {l10n.t("Retry with {0}", name)}
            </button>
          ))}
        </div>
      </div>
    );
  }
  const isAsking = view?.state.type === "idle" && (view.certainty === "refused" || view.certainty === "unsure");
  const words = [view?.note ?? "", isAsking ? view.reason : ""].filter((text) => text !== "");
  if (words.length === 0) return undefined;
  return (
    <div class="block-trouble" data-kind="plain">
      {words.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
