import type { Asked } from "./answer.ts";
import { chatFormat } from "./chatFormat.ts";
import type { ChatStyle } from "./chatFormat.ts";
import { promptOf } from "./requestFields.ts";
import type { Messages } from "./requestFields.ts";
import type { Read } from "./vendor.ts";

/** What all chat requests have in common; servers that do not know a field never have it. */
interface ChatFields {
  readonly model: string;
  readonly messages: Messages;
  readonly stream?: boolean | undefined;
  readonly max_tokens?: number | undefined;
  readonly max_completion_tokens?: number | undefined;
}

/** A chat request that is valid. `special`: where the vendor reads its fields in a way of its own. */
export function askedChat(fields: ChatFields, style: ChatStyle, special: Partial<Asked> = {}): Read {
  return {
    type: "asked",
    asked: {
      model: fields.model,
      stream: fields.stream === true,
      prompt: promptOf(fields.messages),
      prediction: undefined,
      maxTokens: fields.max_completion_tokens ?? fields.max_tokens,
      format: chatFormat(style),
      ...special,
    },
  };
}
