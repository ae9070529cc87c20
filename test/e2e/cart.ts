import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The sample as it is. */
export const cart = readFileSync(join(import.meta.dirname, "../samples/cart.ts"), "utf8");

/** What the plan wants in it, hunk by hunk. */
const hunks = {
  "discount in the totals": (text: string) =>
    text.replace("  readonly subtotal: number;\n", "$&  readonly discount: number;\n"),
  discountRate: (text: string) => text.replace("CartItem>();\n", "$&  private discountRate = 0;\n"),
  applyDiscount: (text: string) =>
    text.replace(
      "  totals(): Totals {\n",
      [
        "  applyDiscount(rate: number): void {",
        "    if (rate < 0 || rate > 1) throw new RangeError(`A discount of $${rate} is not between 0 and 1.`);",
        "    this.discountRate = rate;",
        "  }",
        "",
        "$&",
      ].join("\n"),
    ),
  "the totals": (text: string) =>
    text
      .replace(
        "    const shipping = subtotal",
        "    const discount = Math.round(subtotal * this.discountRate);\n    const shipping = this.isEmpty || subtotal",
      )
      .replace(
        "{ subtotal, shipping, total: subtotal + shipping }",
        "{ subtotal, discount, shipping, total: subtotal - discount + shipping }",
      ),
};

/** The sample with these hunks accepted. */
export function cartWith(...accepted: readonly (keyof typeof hunks)[]): string {
  return accepted.reduce((text, hunk) => hunks[hunk](text), cart);
}
