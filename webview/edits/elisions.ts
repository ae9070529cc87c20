import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";

/** Lines that an edit of an answer leaves out, as the page and the host name them to each other. */
export type ElisionPlace = Omit<PageMessage & { readonly type: "unfold" }, "type">;

/** Writes the name as one text. */
export function elisionKey({ id, index, line, nth }: ElisionPlace): string {
  return `${id} ${index} ${line} ${nth}`;
}
