import type { ComponentChildren, VNode } from "preact";
import type { BlockAction, BlockView } from "../../extension/core/chat/chatProtocol.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { l10n } from "../l10n.ts";
import { placedWords, stateWords } from "./blockState.tsx";

interface BlockActionsProps {
  readonly view: BlockView | undefined;
  readonly isShell: boolean;
  readonly isOpen: boolean;
  readonly hasEdits: boolean;
  readonly act: (action: BlockAction) => void;
  /** The pointer or the focus comes to *Apply*. */
  readonly onHover: () => void;
}

/** Shows what can be done with a block now. What does not change the file comes first, *Apply* last. */
export function BlockActions({ view, isShell, isOpen, hasEdits, act, onHover }: BlockActionsProps): VNode {
  const on = (action: BlockAction) => () => {
    act(action);
  };
  return (
    <div class="code-block-actions">
      <span class="code-block-tools">
        {isShell && !isOpen ? (
          <IconButton icon="terminal" label={l10n.t("Insert in terminal")} onClick={on("run")} />
        ) : undefined}
        {isOpen ? undefined : (
          <>
            <IconButton icon="copy" label={l10n.t("Copy code")} onClick={on("copy")} />
            {hasEdits ? (
              <IconButton icon="diff-single" label={l10n.t("Copy as patch")} onClick={on("copy-patch")} />
            ) : undefined}
            <IconButton icon="insert" label={l10n.t("Insert at cursor")} onClick={on("insert")} />
            <IconButton icon="new-file" label={l10n.t("New file with this code")} onClick={on("new-file")} />
          </>
        )}
      </span>
      <span class="code-block-main">
        {isOpen ? <Writing view={view} /> : view === undefined ? undefined : mainAction(view, isShell, on, onHover)}
      </span>
    </div>
  );
}

/** Shows that the code still comes, and how many of its edits already have their places. */
function Writing({ view }: { readonly view: BlockView | undefined }): VNode {
  const placed = placedWords(view);
  return (
    <span class="block-status">
      <span class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true" />{" "}
      {placed === "" ? l10n.t("Writing…") : l10n.t("{0} · writing…", placed)}
    </span>
  );
}

function mainAction(
  view: BlockView,
  isShell: boolean,
  on: (action: BlockAction) => () => void,
  onHover: () => void,
): ComponentChildren {
  const words = stateWords(view.state);
  switch (view.state.type) {
    case "idle":
      // Commands have no file; a path would have made them a file's text.
      if (isShell) return undefined;
      return (
        <>
          <Placed view={view} />
          <ApplyButton view={view} onClick={on("apply")} onHover={onHover} />
        </>
      );
    case "waiting":
    case "applying":
      return (
        <>
          <Status icon="loading codicon-modifier-spin" words={words} />
          <IconButton icon="debug-stop" label={l10n.t("Stop applying")} onClick={on("stop")} />
        </>
      );
    case "review":
      return (
        <button
          type="button"
          class="button secondary compact"
          title={l10n.t("Open the review")}
          onClick={on("open-review")}
        >
          <span class="codicon codicon-diff" aria-hidden="true" /> {words}
        </button>
      );
    case "applied":
      return <Decided icon="check" kind="good" words={words} onAgain={on("apply")} />;
    case "partly":
      return <Decided icon="check" kind="good" words={words} onAgain={on("apply")} />;
    case "rejected":
      return <Decided icon="circle-slash" kind="plain" words={words} onAgain={on("apply")} />;
    case "unchanged":
      return <Decided icon="check" kind="plain" words={words} onAgain={on("apply")} />;
    case "failed":
      return <Status icon="error" kind="bad" words={words} />;
  }
}

/** How many edits have a place in the file. */
function Placed({ view }: { readonly view: BlockView }): VNode | undefined {
  const words = placedWords(view);
  return words === "" ? undefined : <span class="block-status">{words}</span>;
}

interface ApplyButtonProps {
  readonly view: BlockView;
  readonly onClick: () => void;
  readonly onHover: () => void;
}

function ApplyButton({ view, onClick, onHover }: ApplyButtonProps): VNode {
  const isSure = view.certainty === "certain" || view.certainty === "likely" || view.certainty === "new";
  return (
    <button
      type="button"
      class={`button compact ${isSure ? "primary" : "secondary"}`}
      disabled={view.certainty === "refused"}
      title={view.certainty === "refused" ? view.reason : ""}
      onClick={onClick}
      onPointerEnter={onHover}
      onFocus={onHover}
    >
      {isSure || view.certainty === "refused" ? l10n.t("Apply") : l10n.t("Apply to…")}
    </button>
  );
}

interface StatusProps {
  readonly icon: string;
  readonly words: string;
  readonly kind?: "plain" | "good" | "bad";
}

function Status({ icon, words, kind = "plain" }: StatusProps): VNode {
  return (
    <span class="block-status" data-kind={kind}>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" /> {words}
    </span>
  );
}

function Decided({ onAgain, ...status }: StatusProps & { readonly onAgain: () => void }): VNode {
  return (
    <>
      <Status {...status} />
      <IconButton icon="redo" label={l10n.t("Apply again")} onClick={onAgain} />
    </>
  );
}
