import type { Asked } from "./answer.ts";
import { chatFormat } from "./chatFormat.ts";
import type { ChatStyle } from "./chatFormat.ts";
import { faultOfCalls, promptOf } from "./requestFields.ts";
import type { Messages } from "./requestFields.ts";
import type { Read } from "./vendor.ts";

/** What all chat requests have in common; servers that do not know a field never have it. */
interface ChatFields {
  readonly model: string;
  readonly messages: Messages;
  readonly stream?: boolean | undefined;
  readonly max_tokens?: number | undefined;
  readonly max_completion_tokens?: number | undefined;
  readonly tools?: readonly { readonly function: { readonly name: string } }[] | undefined;
  readonly tool_choice?: unknown;
}

/** A chat request that is valid. `special`: where the vendor reads its fields in a way of its own. */
export function askedChat(fields: ChatFields, style: ChatStyle, special: Partial<Asked> = {}): Read {
  const fault = faultOfCalls(fields.messages);
  if (fault !== undefined) {
    return {
      type: "refused",
      reason: { type: "wrong-field", path: ["messages"], value: fields.messages, message: fault },
    };
  }
  const { tools = [] } = fields;
  return {
    type: "asked",
    asked: {
      model: fields.model,
      stream: fields.stream === true,
      prompt: (tools.length > 0 ? `${JSON.stringify(tools)}\n` : "") + promptOf(fields.messages),
      tools: tools.map(({ function: { name } }) => name),
      mayCall: fields.tool_choice !== "none",
      prediction: undefined,
      maxTokens: fields.max_completion_tokens ?? fields.max_tokens,
      format: chatFormat(style),
      ...special,
    },
  };
}
