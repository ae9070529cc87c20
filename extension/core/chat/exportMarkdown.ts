import { answerParts } from "./answerParts.ts";
import type { Conversation } from "./chatSchemas.ts";
import { shownBranch, titleOf } from "./conversation.ts";
import { nameOfReference } from "./plannerRequest.ts";
import { editorLines } from "../text/lines.ts";

/** Writes the branch that is shown as Markdown, with its code blocks verbatim, so that they can be applied from the file. */
export function exportMarkdown(conversation: Conversation): string {
  const parts = shownBranch(conversation).map((message) => {
    const text = withFenceClosed(message.text.trim());
    if (message.role === "assistant") return `## ${message.model.name}\n\n${text}`;
    const names = message.attachments.map(({ reference }) => `- ${nameOfReference(reference)}`);
    return [`## You`, text, names.join("\n")].filter((part) => part !== "").join("\n\n");
  });
  return `${[`# ${titleOf(conversation)}`, ...parts].join("\n\n")}\n`;
}

/** Closes a fence that is left open, since it would take in all that comes after its message. */
function withFenceClosed(text: string): string {
  const last = answerParts(text).at(-1);
  if (last?.type !== "code" || last.isClosed) return text;
  const opening = editorLines(text)[last.line] ?? "";
  return `${text}\n${/(`{3,}|~{3,})/.exec(opening)?.[0] ?? "```"}`;
}
