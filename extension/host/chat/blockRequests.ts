import { env, l10n } from "vscode";
import { answerParts } from "../../core/chat/answerParts.ts";
import { copiedCode, copiedPatch } from "../../core/chat/copiedCode.ts";
import type { PageMessage } from "../../core/chat/chatProtocol.ts";
import type { Answer, Conversation } from "../../core/chat/chatSchemas.ts";
import { insertAtCursor, openAsNewFile, putIntoTerminal } from "./blockCode.ts";
import type { ChatBlocks } from "./chatPorts.ts";

/** What the page asks for a block. */
type BlockRequest = PageMessage & { readonly type: "block" };

/** Does what a button of a code block says; nothing if there is no such block. `tell`: shows a text to the user on the page. */
export async function actOnBlock(
  blocks: ChatBlocks,
  conversation: Conversation,
  answer: Answer,
  { index, action, engine }: BlockRequest,
  tell: (text: string) => void,
): Promise<void> {
  const block = answerParts(answer.text).find((part) => part.type === "code" && part.index === index);
  // A page that is behind may name a block that is not there.
  if (block?.type !== "code") return;
  switch (action) {
    case "copy":
    case "insert":
    case "new-file": {
      const code = copiedCode(block.code, block.language, blocks.placedOf(answer, index));
      if (code === "" && block.code.trim() !== "")
        tell(l10n.t("This block only deletes lines, so it has no new code."));
      else await useCode(action, code, block.language, tell);
      return;
    }
    case "copy-patch":
      await env.clipboard.writeText(copiedPatch(block.code, blocks.placedOf(answer, index)));
      tell(l10n.t("Copied as a patch."));
      return;
    case "run":
      await putIntoTerminal(block.code);
      return;
    default:
      await blocks.act(conversation, answer, index, action, engine);
  }
}

async function useCode(
  action: "copy" | "insert" | "new-file",
  code: string,
  language: string | undefined,
  tell: (text: string) => void,
): Promise<void> {
  switch (action) {
    case "copy":
      await env.clipboard.writeText(code);
      tell(l10n.t("Copied."));
      return;
    case "insert":
      return insertAtCursor(code);
    case "new-file":
      return openAsNewFile(code, language);
  }
}
