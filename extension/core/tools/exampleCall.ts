/** What models are shown in the description of the tool, and if the arguments of a call cannot be read. */
export const EXAMPLE_CALL = {
  target_file: "src/cart.ts",
  instructions: "I round the total to cents.",
  code_edit: [
    "<<<<<<< SEARCH",
    "export function total(items: Item[]): number {",
    "  ... 6 lines ...",
    "  return sum;",
    "=======",
    "export function total(items: Item[]): number {",
    "  ... 6 lines ...",
    "  return Math.round(sum * 100) / 100;",
    ">>>>>>> REPLACE",
  ].join("\n"),
} as const;
