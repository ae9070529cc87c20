// What loads when the extension is first used, or a Markdown document is first shown, in one file: activation waits for none of
// it, and a file for each part took longer to open than it saved.
export { applyClipboard, applyFence, applyPointed, applyToPickedFile } from "./apply/applyCommands.ts";
export { lensesOf, resolved } from "./apply/replyCodeLenses.ts";
export { createChatChooser } from "../core/models/chatChooser.ts";
export { BlockApplies } from "./chat/blockApplies.ts";
export { connectPage, exportConversation, openChat } from "./chat/openChat.ts";
export { EditsHere } from "./editHere/editsHere.ts";
export { addLocalModel } from "./local/addLocalModel.ts";
export { manageLocalModels, unloadLocalModel } from "./local/manageLocalModels.ts";
export { ModelDownloads } from "./local/modelDownloads.ts";
export { addChatModel, removeChatModel } from "./providers/addChatModel.ts";
export { languageModelRewriter } from "./providers/languageModelRewriter.ts";
export { choose, setKey, signOut, test } from "./providers/providerCommands.ts";
export { editTool, toolPatience } from "./tools/editTool.ts";
export { ToolEdits } from "./tools/toolEdits.ts";
export { undoTurn } from "./tools/undoTurn.ts";
