/** What models are shown when the arguments of a call cannot be read. */
export const EXAMPLE_CALL = {
  target_file: "src/cart.ts",
  instructions: "I round the total to cents.",
  code_edit: [
    "// ... existing code ...",
    "export function total(items: Item[]): number {",
    "  const sum = items.reduce((all, item) => all + item.price, 0);",
    "  return Math.round(sum * 100) / 100;",
    "}",
    "// ... existing code ...",
  ].join("\n"),
} as const;
