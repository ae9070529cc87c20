import { l10n } from "vscode";
import type { LeftOutWords } from "../../core/chat/plannerRequest.ts";

/** Words for the user about what did not fit. */
export const leftOutWords: LeftOutWords = {
  problemsOf: (path) => l10n.t("problems of {0}", path),
  firstMessages: (count) => (count === 1 ? l10n.t("the first message") : l10n.t("the first {0} messages", count)),
};
