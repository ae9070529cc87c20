import { UNSEEN } from "../text/shownText.ts";
import { READ_TOOLS, type Parameter, type ReadCall, type ReadToolName } from "./toolTable.ts";

export type ParsedRead =
  | { readonly type: "call"; readonly call: ReadCall }
  /** In words for the model, with an example. */
  | { readonly type: "bad"; readonly message: string };

/** In characters. What a model writes in one call is far below. */
const MAX_WRITTEN = 20_000;

/**
 * Parses a call of a tool for reading, which comes from a model and may be anything. Arguments that the tool does not know are ignored,
 * `null` counts as not given, and numbers and booleans may come as texts, as some models write them.
 */
export function parseReadCall(name: string, written: string): ParsedRead {
  if (!isReadTool(name)) {
    const names = Object.keys(READ_TOOLS).join(", ");
    return { type: "bad", message: `There is no tool of this name. There are ${names}.` };
  }
  const raw = written.length > MAX_WRITTEN ? undefined : readObject(written);
  if (raw === undefined) {
    return bad(
      name,
      written.length > MAX_WRITTEN ? "The arguments are too long." : "The arguments are no JSON object.",
    );
  }
  const given: Record<string, unknown> = {};
  const parameters: Readonly<Record<string, Parameter>> = READ_TOOLS[name].parameters;
  for (const [key, parameter] of Object.entries(parameters)) {
    const value = Object.hasOwn(raw, key) ? (raw[key] ?? undefined) : undefined;
    if (value === undefined) {
      if (parameter.isOptional === true) continue;
      return bad(name, `${key} is missing.`);
    }
    const read = readValue(key, value, parameter);
    if (read.type === "bad") return bad(name, read.message);
    // An empty text is how some models leave an argument out.
    if (read.value === "" && parameter.isOptional === true) continue;
    if (read.value === "") return bad(name, `${key} is empty.`);
    given[key] = read.value;
  }
  // Each argument was checked by the table that its type comes from.
  const call = { tool: name, given } as unknown as ReadCall;
  const fault = faultOf(call);
  return fault === undefined ? { type: "call", call } : bad(name, fault);
}

function isReadTool(name: string): name is ReadToolName {
  return Object.hasOwn(READ_TOOLS, name);
}

type ReadValue =
  | { readonly type: "value"; readonly value: string | number | boolean }
  | { readonly type: "bad"; readonly message: string };

function readValue(key: string, value: unknown, parameter: Parameter): ReadValue {
  const isBad = (message: string): ReadValue => ({ type: "bad", message: `${key} ${message}` });
  switch (parameter.type) {
    case "string": {
      if (typeof value !== "string") return isBad("is no string.");
      if (value.length > parameter.longest) return isBad(`is longer than ${String(parameter.longest)} characters.`);
      if (/[\r\n\0]/.test(value)) return isBad("has more than one line.");
      if (key === "path" && value.search(UNSEEN) >= 0) return isBad("holds characters that cannot be seen.");
      return { type: "value", value: key === "query" ? value : value.trim() };
    }
    case "integer": {
      const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
      if (typeof number !== "number" || !Number.isSafeInteger(number)) return isBad("is no whole number.");
      if (number < parameter.least) return isBad(`is below ${String(parameter.least)}.`);
      return { type: "value", value: Math.min(number, parameter.most) };
    }
    case "boolean": {
      const truth = value === "true" ? true : value === "false" ? false : value;
      return typeof truth === "boolean" ? { type: "value", value: truth } : isBad("is neither true nor false.");
    }
  }
}

/** Finds a fault that the table cannot express, since it is not of one argument alone. */
function faultOf(call: ReadCall): string | undefined {
  if (call.tool === "symbols" && call.given.path === undefined && call.given.query === undefined) {
    return "Neither query nor path is given.";
  }
  if (call.tool === "read_file") {
    const { start_line: start = 1, end_line: end } = call.given;
    if (end !== undefined && end < start) return "end_line is before start_line.";
  }
  return undefined;
}

function bad(name: ReadToolName, what: string): ParsedRead {
  return { type: "bad", message: `${what} Arguments that work: ${JSON.stringify(READ_TOOLS[name].example)}` };
}

function readObject(written: string): Readonly<Record<string, unknown>> | undefined {
  // Servers send nothing for a call without arguments.
  if (written.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
