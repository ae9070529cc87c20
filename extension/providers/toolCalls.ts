import type { ModelMessage, ModelRequest, ToolCall } from "../core/models/model.ts";
import type { CallPart } from "./chatEvent.ts";
import type { Fault } from "./fault.ts";
import { readVendorError } from "./vendorError.ts";

/** No model means more at once; anything beyond is left out. */
const mostCalls = 128;
/** What a vendor wants back is a signature of some hundred bytes. */
const longestExtra = 65_536;

/** Gathers the calls of tools that stream in by parts. */
export interface GatheredCalls {
  /** Takes the parts of an event; returns how many characters they have. */
  take(parts: readonly CallPart[]): number;
  /** Those that have a name, in their order. */
  readonly calls: readonly ToolCall[];
}

/** Starts to gather; parts of a call are told apart by its index, or by its id where a server numbers all alike. */
export function gatherCalls(): GatheredCalls {
  const gathered: { index: number | undefined; id: string; name: string; arguments: string; extra?: string }[] = [];
  const find = ({ index, id }: CallPart) => {
    const found = index === undefined ? gathered.at(-1) : gathered.findLast((each) => each.index === index);
    // Some servers number all calls of an event alike, or not at all; each of them has an id of its own.
    const isOther = found !== undefined && id !== undefined && id !== "" && found.id !== "" && found.id !== id;
    return isOther || (index === undefined && id !== undefined && found?.id !== id) ? undefined : found;
  };
  return {
    take(parts) {
      let characters = 0;
      for (const part of parts) {
        const { name = "", arguments: written = "" } = part.function ?? {};
        characters += name.length + written.length;
        let call = find(part);
        if (call === undefined) {
          if (gathered.length >= mostCalls) continue;
          call = { index: part.index, id: part.id ?? "", name: "", arguments: "" };
          gathered.push(call);
        }
        // Servers that repeat the name do so with each part.
        if (call.name === "") call.name = name;
        call.arguments += written;
        const extra = part.extra_content === undefined ? undefined : JSON.stringify(part.extra_content);
        if (extra !== undefined && extra.length <= longestExtra) call.extra = extra;
      }
      return characters;
    },
    get calls() {
      return gathered
        .filter(({ name }) => name !== "")
        .map(({ id, name, arguments: written, extra }, at) => ({
          id: id === "" ? `call${at}` : id,
          name,
          arguments: written,
          ...(extra === undefined ? {} : { extra }),
        }));
    },
  };
}

/** Writes a message as OpenAI's protocol has it. `echoesExtra`: the vendor wants back what came with a call. */
export function wireMessage(message: ModelMessage, echoesExtra: boolean): Readonly<Record<string, unknown>> {
  if (message.role === "tool") return { role: "tool", tool_call_id: message.call, content: message.text };
  const { role, text, calls = [] } = message;
  if (calls.length === 0) return { role, content: text };
  return {
    role,
    // Some servers refuse an empty text, and all of them accept a missing one.
    content: text === "" ? null : text,
    tool_calls: calls.map(({ id, name, arguments: written, extra }) => ({
      id,
      type: "function",
      // Servers parse what stands here, and refuse the whole request if it cannot be parsed.
      function: { name, arguments: isObject(written) ? written : "{}" },
      ...(echoesExtra && extra !== undefined ? { extra_content: JSON.parse(extra) as unknown } : {}),
    })),
  };
}

/** Makes the fields of a request that offer tools; none if there are no tools. */
export function toolFields({ offered }: ModelRequest): Readonly<Record<string, unknown>> {
  if (offered === undefined || offered.tools.length === 0) return {};
  return {
    tools: offered.tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    })),
    // That they may be called is said by leaving this out, which all servers understand.
    ...(offered.mayCall ? {} : { tool_choice: "none" }),
  };
}

/**
 * Checks whether a server says that its model takes no tools. No words for it are common to all: Ollama says "does not support tools",
 * OpenRouter "No endpoints found that support tool use" by 404, vLLM wants an option, and llama-server says by 500 that it needs another
 * one.
 */
export function refusesTools(fault: Fault): boolean {
  if (fault.type !== "status" || ![400, 404, 422, 500, 501].includes(fault.status)) return false;
  const { message, marks } = readVendorError(fault.body);
  const words = `${marks.join(" ")} ${message}`;
  return (
    /\btools?\b|\btool_(?:choice|calls?)\b|function.?call/i.test(words) && !/context|too (?:long|many)/i.test(words)
  );
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
