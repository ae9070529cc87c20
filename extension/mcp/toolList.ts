import { toJsonSchema } from "@valibot/to-json-schema";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { EDIT_FILE, PREVIEW_EDIT, type ToolDescription } from "../core/tools/editFileTool.ts";
import { reportEdit } from "../core/tools/editReport.ts";
import { boundedResult, editResultSchema, isError, type EditResult } from "../core/tools/editResult.ts";

/** Lists the tools as the protocol does. `asksModels`: a model on the network may be asked. */
export function listTools(asksModels: boolean): Tool[] {
  // An edit can take lines out of a file, which the protocol calls destructive.
  const edits = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: asksModels };
  const shows = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: asksModels };
  return [toTool(EDIT_FILE, edits), toTool(PREVIEW_EDIT, shows)];
}

function toTool(
  { name, title, description, inputSchema }: ToolDescription,
  annotations: NonNullable<Tool["annotations"]>,
): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { type: "object", properties: { ...inputSchema.properties }, required: [...inputSchema.required] },
    outputSchema: outputSchema(),
    annotations: { title, ...annotations },
  };
}

function outputSchema(): NonNullable<Tool["outputSchema"]> {
  const { properties = {}, required = [] } = toJsonSchema(editResultSchema, { target: "draft-07" });
  return { type: "object", properties: { ...properties } as Record<string, object>, required: [...required] };
}

/** Wraps a result for the model that asked, as text and as data. */
export function toCallResult(whole: EditResult): CallToolResult {
  const result = boundedResult(whole);
  return {
    content: [{ type: "text", text: reportEdit(result) }],
    structuredContent: { ...result },
    isError: isError(result),
  };
}
