import { l10n, window } from "vscode";
import { shown } from "./shownText.ts";

/** Lets work run that nobody waits for. It should not reject; if it does, that is a bug of ours, so the error is shown and logged. */
export function inBackground(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    console.error("Fast Apply: an unexpected error.", error);
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      l10n.t(
        "An unexpected error in Fast Apply: {0} Please report it. The log of the extension host has more.",
        shown(reason),
      ),
    );
  });
}
