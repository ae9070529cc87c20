import type { VNode } from "preact";
import { isShellLanguage } from "../../extension/core/chat/answerBlocks.ts";
import { answerParts } from "../../extension/core/chat/answerParts.ts";
import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Answer } from "../../extension/core/chat/chatSchemas.ts";
import { continuationOf } from "../../extension/core/chat/continuation.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { l10n } from "../l10n.ts";
import { BranchSwitch } from "./messageActions.tsx";

interface AnswerEndProps {
  readonly answer: Answer;
  readonly siblings: readonly string[];
  readonly isLast: boolean;
  readonly post: (message: PageMessage) => void;
}

/** Shows what stands below an answer: how it ended, what did not go along, what it took, and what can be done next. */
export function AnswerEnd({ answer, siblings, isLast, post }: AnswerEndProps): VNode {
  const { id, state, text, leftOut } = answer;
  const isStreaming = state.type === "streaming";
  const answerAgain = (): void => {
    post({ type: "regenerate", id });
  };
  // Another question may stand below an answer that is not the last.
  const goOn =
    isLast && continuationOf(answer) !== undefined
      ? (): void => {
          post({ type: "continue", id });
        }
      : undefined;
  return (
    <>
      <Ending answer={answer} answerAgain={answerAgain} goOn={goOn} />
      {leftOut.length > 0 ? (
        <p class="notice">
          <span class="codicon codicon-info" aria-hidden="true" />
          <span>{l10n.t("Not sent, because it did not fit into the model's window: {0}", leftOut.join(", "))}</span>
        </p>
      ) : undefined}
      {isStreaming ? undefined : (
        <footer class={isLast || siblings.length > 1 ? "message-actions shown" : "message-actions"}>
          <BranchSwitch id={id} siblings={siblings} post={post} />
          {text === "" ? undefined : (
            <IconButton
              icon="copy"
              label={l10n.t("Copy answer")}
              onClick={() => {
                post({ type: "copy", text });
              }}
            />
          )}
          {state.type === "failed" ? undefined : (
            <IconButton icon="refresh" label={l10n.t("Answer again")} onClick={answerAgain} />
          )}
          <Usage answer={answer} />
        </footer>
      )}
    </>
  );
}

function Ending({
  answer,
  answerAgain,
  goOn,
}: {
  readonly answer: Answer;
  readonly answerAgain: () => void;
  /** `undefined` if it cannot. */
  readonly goOn: (() => void) | undefined;
}): VNode | undefined {
  const { state, text } = answer;
  if (state.type === "failed") {
    return (
      <div class="ending" data-kind="bad" role="alert">
        <span class="codicon codicon-error" aria-hidden="true" />
        <div>
          <p>{state.message}</p>
          {text === "" ? undefined : <p class="ending-hint">{l10n.t("What came before is kept.")}</p>}
          <Continue goOn={goOn} />
          <button type="button" class="button secondary compact" onClick={answerAgain}>
            {l10n.t("Answer again")}
          </button>
        </div>
      </div>
    );
  }
  if (state.type === "stopped") {
    return (
      <div class="ending" data-kind="plain">
        <span class="codicon codicon-circle-slash" aria-hidden="true" />
        <div>
          <p>
            {hasWholeBlock(text)
              ? l10n.t("You stopped this answer. Blocks that are complete can be applied.")
              : l10n.t("You stopped this answer.")}
          </p>
          <Continue goOn={goOn} />
        </div>
      </div>
    );
  }
  if (state.type === "done" && text.trim() === "") {
    return (
      <div class="ending" data-kind="plain">
        <span class="codicon codicon-info" aria-hidden="true" />
        <div>
          <p>{l10n.t("The model ended without an answer. Ask again, or choose another model.")}</p>
        </div>
      </div>
    );
  }
  return undefined;
}

function Continue({ goOn }: { readonly goOn: (() => void) | undefined }): VNode | undefined {
  if (goOn === undefined) return undefined;
  const title = l10n.t("Goes on with what was read. What was written after that is written anew.");
  return (
    <button type="button" class="button compact" title={title} onClick={goOn}>
      {l10n.t("Continue")}
    </button>
  );
}

/** Checks whether there is a block that is complete, and more than a command. */
function hasWholeBlock(text: string): boolean {
  return answerParts(text).some((part) => part.type === "code" && part.isClosed && !isShellLanguage(part.language));
}

/** Tokens in and out, and what they cost if the prices are known. */
function Usage({ answer: { usage, cost } }: { readonly answer: Answer }): VNode | undefined {
  const { promptTokens, completionTokens, cachedTokens = 0 } = usage ?? {};
  if (promptTokens === undefined && completionTokens === undefined) return undefined;
  const figures = [
    ...(promptTokens === undefined ? [] : [{ sign: "↑", tokens: promptTokens }]),
    ...(completionTokens === undefined ? [] : [{ sign: "↓", tokens: completionTokens }]),
  ];
  const shown = figures.map(({ sign, tokens }) => `${sign}${shortCount(tokens)}`).join(" ");
  const price = cost === undefined ? "" : ` · ${costText(cost)}`;
  const title = [
    promptTokens === undefined ? "" : l10n.t("{0} tokens sent", promptTokens.toLocaleString()),
    cachedTokens === 0 ? "" : l10n.t("{0} of them known from before, which cost less", cachedTokens.toLocaleString()),
    completionTokens === undefined ? "" : l10n.t("{0} tokens received", completionTokens.toLocaleString()),
    cost === undefined ? "" : l10n.t("Cost by the prices of your settings: {0}", costText(cost)),
  ];
  const label = title.filter((line) => line !== "").join("\n");
  return (
    <span class="usage" role="img" aria-label={label} title={label}>
      {shown}
      {price}
    </span>
  );
}

/** `1.2k` for 1,234. */
function shortCount(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(tokens < 9_950 ? 1 : 0)}k`;
}

/** Without a currency, which the settings do not name. */
function costText(cost: number): string {
  return cost.toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 2 });
}
