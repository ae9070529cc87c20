/** An answer with what answers have. */
export const planAnswer = `I'll add a **discount code** to the cart. Two files change, and there is one new file:

1. \`Cart.total\` takes the code
2. the price list learns how to *look it up*
   - unknown codes count as none

### The cart

\`\`\`ts src/cart.ts
import { discountOf } from "./prices";

export class Cart {
  // ... existing code ...

  /** What is to be paid, after the discount. */
  total(code?: string): number {
    const sum = this.items.reduce((total, item) => total + item.price * item.count, 0);
    return sum * (1 - discountOf(code));
  }
}
\`\`\`

The price list, see [the guide](https://example.com/guide):

\`\`\`ts src/shop/prices.ts
const discounts = new Map([["SPRING", 0.1]]);

export function discountOf(code: string | undefined): number {
  return discounts.get(code ?? "") ?? 0;
}
\`\`\`

| Code | Discount |
| --- | --- |
| \`SPRING\` | 10 % |
| none | 0 % |

> Codes are case-sensitive.

Then run the tests:

\`\`\`sh
npm test -- cart
\`\`\`
`;

/** An answer of about so many lines, most of it code. */
export function longAnswer(lines: number): string {
  const parts: string[] = [];
  for (let count = 0, block = 0; count < lines; block++) {
    const code = Array.from(
      { length: 24 },
      (_, line) => `  const value${line} = await compute(${block}, "text ${line}"); // step ${line}`,
    );
    const text = [
      `## Step ${block + 1}`,
      "",
      `This changes *how* the value is computed, in \`src/step${block}.ts\`, so that **no call** waits for another one.`,
      "",
      `\`\`\`ts src/step${block}.ts`,
      `export async function step${block}(): Promise<number> {`,
      ...code,
      "  return value0;",
      "}",
      "```",
      "",
      "- one more thing",
      "- and another one, which is longer than the line above and has `code` in it",
      "",
    ];
    parts.push(text.join("\n"));
    count += text.length;
  }
  return parts.join("\n");
}
