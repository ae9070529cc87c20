import type { EditView } from "../../extension/core/chat/chatProtocol.ts";

/** An answer with exact edits of all kinds. */
export const editsAnswer = `The cart takes a **discount** off the total, and \`load\` waits until the cart is ready.

\`\`\`ts src/cart.ts
<<<<<<< SEARCH
  /** What is to be paid. */
  total(): number {
    return this.sum;
=======
  /** What is to be paid, after the discount. */
  total(code?: string): number {
    return this.sum * (1 - discountOf(code));
>>>>>>> REPLACE
<<<<<<< SEARCH
  load(): void {
    this.items.clear();
    ... 12 lines ...
    this.notify("loaded");
  }
=======
  load(): void {
    if (this.isReady) {
      this.items.clear();
      ... 12 lines ...
      this.notify("loaded");
    }
  }
>>>>>>> REPLACE
<<<<<<< SEARCH
  /** @deprecated */
  oldTotal(): number {
    ... 5 lines ...
  }

  get isEmpty(): boolean {
=======
  get isEmpty(): boolean {
>>>>>>> REPLACE
\`\`\`

Then run the tests.
`;

/** Where the edits of its block stand. */
export const editsPlaced: readonly EditView[] = [
  { line: 0, at: 42, reason: "", elided: [] },
  { line: 9, at: 61, reason: "", elided: [14] },
  { line: 24, at: 90, reason: "", elided: [5] },
];
