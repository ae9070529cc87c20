import type { ModelTool } from "../models/model.ts";
import { READ_TOOLS, type Parameter } from "./toolTable.ts";

/** The tools for reading, as they are offered to models: the same text each time, which providers can keep. */
export const OFFERED_TOOLS: readonly ModelTool[] = Object.entries(READ_TOOLS).map(
  ([name, { description, parameters }]) => ({ name, description, parameters: schemaOf(parameters) }),
);

function schemaOf(parameters: Readonly<Record<string, Parameter>>): ModelTool["parameters"] {
  const entries = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, parameter]) => [name, propertyOf(parameter)])),
    required: entries.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name),
    additionalProperties: false,
  };
}

function propertyOf(parameter: Parameter): Readonly<Record<string, unknown>> {
  const { type, description } = parameter;
  return type === "integer" ? { type, description, minimum: parameter.least } : { type, description };
}
