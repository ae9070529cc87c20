import type { Conversation } from "./chatSchemas.ts";
import { shownBranch, titleOf } from "./conversation.ts";
import { nameOf } from "./plannerRequest.ts";

/** The branch that is shown as Markdown, its code blocks to the letter, so that they can be applied from the file. */
export function exportMarkdown(conversation: Conversation): string {
  const parts = shownBranch(conversation).map((message) => {
    if (message.role === "assistant") return `## ${message.model.name}\n\n${message.text.trim()}`;
    const names = message.attachments.map(({ reference }) => `- ${nameOf(reference)}`);
    return [`## You`, message.text.trim(), names.join("\n")].filter((part) => part !== "").join("\n\n");
  });
  return `${[`# ${titleOf(conversation)}`, ...parts].join("\n\n")}\n`;
}
