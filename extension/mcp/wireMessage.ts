import { ErrorCode, JSONRPCMessageSchema, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import * as v from "valibot";
import type { WireLine } from "./wireLines.ts";

/** A longer line is answered with an error. In bytes. The longest sketch that is accepted fits in, in general even escaped. */
export const MAX_WIRE_LINE = 16 * 1024 * 1024;

export type WireId = string | number;

export type ReadMessage =
  | { readonly type: "message"; readonly message: JSONRPCMessage }
  | { readonly type: "blank" }
  /** Not a message of the protocol; the error says why to whoever sent it, by its id if it has one. */
  | { readonly type: "bad"; readonly id: WireId | undefined; readonly code: number; readonly message: string }
  /** A bad answer to a request of ours: an answer is not answered. */
  | { readonly type: "bad-answer" };

const identified = v.looseObject({
  id: v.optional(v.fallback(v.optional(v.union([v.string(), v.number()])), undefined)),
});

/** Reads one line as a message, or says what is wrong with it. */
export function readWireLine(line: WireLine): ReadMessage {
  if (line.type === "too-long") {
    const next = "Nothing was changed. Send a shorter sketch: only what changes, with markers for what stays.";
    return bad(ErrorCode.InvalidRequest, `The message is longer than 16 MiB. ${next}`, idAtEnds(line.head, line.tail));
  }
  const text = decode(line.bytes);
  const parsed = parseJson(text.value);
  if (parsed.type === "blank") return parsed;
  if (parsed.type === "broken") {
    const ends = { head: text.value.slice(0, 4096), tail: text.value.slice(-4096) };
    return bad(ErrorCode.ParseError, `The message is not JSON: ${parsed.why}`, idAtEnds(ends.head, ends.tail));
  }
  const { value } = parsed;
  const named = v.safeParse(identified, value);
  const id = named.success ? named.output.id : undefined;
  if (!text.isValid) return bad(ErrorCode.ParseError, "The message is not valid UTF-8. Nothing was changed.", id);
  const message = JSONRPCMessageSchema.safeParse(value);
  if (message.success) return { type: "message", message: message.data };
  if (named.success && ("result" in named.output || "error" in named.output)) return { type: "bad-answer" };
  return bad(ErrorCode.InvalidRequest, "The message is no request of JSON-RPC 2.0.", id);
}

function bad(code: number, message: string, id: WireId | undefined): ReadMessage {
  return { type: "bad", id, code, message };
}

function decode(bytes: Buffer): { readonly value: string; readonly isValid: boolean } {
  try {
    return { value: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isValid: true };
  } catch {
    return { value: bytes.toString("utf8"), isValid: false };
  }
}

function parseJson(
  text: string,
):
  | { readonly type: "json"; readonly value: unknown }
  | { readonly type: "blank" }
  | { readonly type: "broken"; readonly why: string } {
  if (/^\s*$/.test(text.slice(0, 200)) && text.trim() === "") return { type: "blank" };
  try {
    return { type: "json", value: JSON.parse(text) };
  } catch (error) {
    return { type: "broken", why: error instanceof Error ? error.message : String(error) };
  }
}

const ID = String.raw`(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")`;
const SCALAR = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"`;
const AT_HEAD = new RegExp(String.raw`^\s*\{\s*(?:${SCALAR}\s*,\s*)*"id"\s*:\s*${ID}\s*[,}]`);
const AT_TAIL = new RegExp(String.raw`[,{]\s*"id"\s*:\s*${ID}\s*(?:,\s*${SCALAR}\s*)*\}\s*$`);

/** Finds the id of a request when only its two ends are known: it stands before its parameters or after them. */
export function idAtEnds(head: string, tail: string): WireId | undefined {
  const found = AT_HEAD.exec(head)?.[1] ?? AT_TAIL.exec(tail)?.[1];
  if (found === undefined) return undefined;
  try {
    const id = v.safeParse(v.union([v.string(), v.number()]), JSON.parse(found));
    return id.success ? id.output : undefined;
  } catch {
    return undefined;
  }
}
