import { env, l10n } from "vscode";
import { answerParts } from "../../core/chat/answerParts.ts";
import type { PageMessage } from "../../core/chat/chatProtocol.ts";
import type { Answer, Conversation } from "../../core/chat/chatSchemas.ts";
import { insertAtCursor, openAsNewFile, putIntoTerminal } from "./blockCode.ts";
import type { ChatBlocks } from "./chatPorts.ts";

/** What the page asks for a block. */
type BlockRequest = PageMessage & { readonly type: "block" };

/** Does what a button of a code block says. `tell`: says it to the user on the page. */
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
    case "copy-patch":
      await env.clipboard.writeText(block.code);
      tell(l10n.t("Copied."));
      return;
    case "insert":
      await insertAtCursor(block.code);
      return;
    case "new-file":
      await openAsNewFile(block.code, block.language);
      return;
    case "run":
      await putIntoTerminal(block.code);
      return;
    default:
      await blocks.act(conversation, answer, index, action, engine);
  }
}
