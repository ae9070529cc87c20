export const mcp = "mcp";
