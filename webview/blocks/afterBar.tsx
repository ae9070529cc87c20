import type { VNode } from "preact";
import type { PageMessage, TestsView } from "../../extension/core/chat/chatProtocol.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { l10n } from "../l10n.ts";

interface AfterBarProps {
  /** Of the answer. */
  readonly id: string;
  readonly canRestore: boolean;
  /** The latest run of tests; `undefined` if there was none. */
  readonly tests: TestsView | undefined;
  readonly post: (message: PageMessage) => void;
}

/** Shows what can be done once changes of an answer are in files. */
export function AfterBar({ id, canRestore, tests, post }: AfterBarProps): VNode {
  const onTests = (action: "run" | "stop" | "attach") => () => {
    post({ type: "tests", id, action });
  };
  const isRunning = tests?.state === "running";
  return (
    <section class="after" aria-label={l10n.t("What this answer has changed")}>
      <div class="batch-actions">
        {canRestore ? (
          <button
            type="button"
            class="button secondary compact"
            title={l10n.t("Brings the files that this answer has changed back to what they were before it")}
            onClick={() => {
              post({ type: "batch", id, action: "restore" });
            }}
          >
            <span class="codicon codicon-discard" aria-hidden="true" /> {l10n.t("Restore")}
          </button>
        ) : undefined}
        {isRunning ? undefined : (
          <button
            type="button"
            class="button secondary compact"
            title={l10n.t("Runs a command of yours in a terminal, after you have confirmed it")}
            onClick={onTests("run")}
          >
            <span class="codicon codicon-beaker" aria-hidden="true" /> {l10n.t("Run Tests…")}
          </button>
        )}
        {tests === undefined ? undefined : <TestStatus {...tests} />}
        {isRunning ? (
          <IconButton icon="debug-stop" label={l10n.t("Stop the tests")} onClick={onTests("stop")} />
        ) : undefined}
        {tests?.state === "failed" ? (
          <button type="button" class="button secondary compact" onClick={onTests("attach")}>
            {l10n.t("Attach output")}
          </button>
        ) : undefined}
      </div>
    </section>
  );
}

function TestStatus({ command, state }: TestsView): VNode {
  const { icon, kind, words } = statusOf(state);
  return (
    <span class="block-status" data-kind={kind} role="status" title={command}>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" /> {words}
    </span>
  );
}

function statusOf(state: TestsView["state"]): { icon: string; kind: "plain" | "good" | "bad"; words: string } {
  switch (state) {
    case "running":
      return { icon: "loading codicon-modifier-spin", kind: "plain", words: l10n.t("Tests are running") };
    case "passed":
      return { icon: "check", kind: "good", words: l10n.t("Tests passed") };
    case "failed":
      return { icon: "error", kind: "bad", words: l10n.t("Tests failed") };
    case "stopped":
      return { icon: "circle-slash", kind: "plain", words: l10n.t("Tests stopped") };
  }
}
