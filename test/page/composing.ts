import { expect } from "vitest";
import type { HostMessage, Offer } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage, ChatPageOptions } from "./chatPage.ts";
import { saysConversation } from "./conversations.ts";

export const file = { type: "file", uri: "file:///w/src/cart.ts", path: "src/cart.ts" } as const;
export const open = { type: "file", uri: "file:///w/src/prices.ts", path: "src/prices.ts" } as const;

export const someOffers: Offer[] = [
  { reference: file, label: "cart.ts", detail: "src" },
  { reference: { type: "folder", uri: "file:///w/src", path: "src" }, label: "src/", detail: "" },
  {
    reference: { type: "symbol", uri: file.uri, path: file.path, name: "total", startLine: 3, endLine: 9 },
    label: "total",
    detail: "src/cart.ts",
  },
];

/** Where a question is typed. */
export const field = (chat: ChatPage) => chat.page.getByRole("textbox", { name: "Ask a question" });
export const draft = (chat: ChatPage): Promise<string> => field(chat).inputValue();

/** Opens the page with the focus in the composer. `more`: what the host says besides. */
export async function openComposer(
  options: ChatPageOptions & { readonly more?: readonly HostMessage[] } = {},
): Promise<ChatPage> {
  const { more = [], ...rest } = options;
  const chat = await openChatPage({ says: [...saysConversation([]), ...more], ...rest });
  await field(chat).click();
  return chat;
}

/** Answers the request for completions of `@query`. */
export async function offer(chat: ChatPage, query: string, offers: Offer[] = someOffers): Promise<void> {
  await expect.poll(async () => (await chat.awaitPosted("offers")).query).toBe(query);
  const { request } = await chat.awaitPosted("offers");
  await chat.say({ type: "offers", request, offers });
  await chat.page.getByRole("listbox", { name: "What may go along" }).waitFor();
}
