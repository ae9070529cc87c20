import { addMessage, emptyConversation } from "./conversation.ts";
import type { Conversation } from "./chatSchemas.ts";

const CART = `/** A line of a shopping cart; prices are in cents. */
export interface CartItem {
  readonly sku: string;
  readonly title: string;
  readonly unitPrice: number;
  readonly quantity: number;
}

export class Cart {
  private readonly items = new Map<string, CartItem>();

  add(item: CartItem): void {
    const present = this.items.get(item.sku);
    this.items.set(item.sku, { ...item, quantity: item.quantity + (present?.quantity ?? 0) });
  }

  remove(sku: string): void {
    this.items.delete(sku);
  }

  get isEmpty(): boolean {
    return this.items.size === 0;
  }

  total(): number {
    let sum = 0;
    for (const item of this.items.values()) sum += item.unitPrice * item.quantity;
    return sum;
  }

  lines(): readonly CartItem[] {
    return [...this.items.values()];
  }
}
`;

const RECEIPT = `import type { Cart } from "./cart.ts";

export function receipt(cart: Cart): string {
  const lines = cart.lines().map((item) => \`\${item.quantity} x \${item.title}\`);
  lines.push(\`Total: \${cart.total()} cents\`);
  return lines.join("\\n");
}
`;

/** The files that the sample conversation is about, by path. */
export const sampleFiles: ReadonlyMap<string, string> = new Map([
  ["cart.ts", CART],
  ["receipt.ts", RECEIPT],
]);

const QUESTION = "Give the cart a discount, show it on the receipt, and print prices in euros.";

const ANSWER = `The cart keeps a discount rate and takes it off in \`total()\`. An empty cart has no discount.

\`\`\`ts cart.ts
<<<<<<< SEARCH
  private readonly items = new Map<string, CartItem>();
=======
  private readonly items = new Map<string, CartItem>();
  private discountRate = 0;
>>>>>>> REPLACE
<<<<<<< SEARCH
  total(): number {
    ... 2 lines ...
    return sum;
=======
  /** Takes a share off the total: 0.1 is ten per cent. */
  applyDiscount(rate: number): void {
    if (rate < 0 || rate > 1) throw new RangeError(\`A discount of \${rate} is not between 0 and 1.\`);
    this.discountRate = rate;
  }

  get discount(): number {
    return this.discountRate;
  }

  total(): number {
    ... 2 lines ...
    return Math.round(sum * (1 - this.discountRate));
>>>>>>> REPLACE
\`\`\`

The receipt names the discount where there is one. Prices go through a function of their own:

\`\`\`ts receipt.ts
import type { Cart } from "./cart.ts";
import { formatPrice } from "./formatPrice.ts";

export function receipt(cart: Cart): string {
  // ... existing code ...
  if (cart.discount > 0) lines.push(\`Discount: \${cart.discount * 100} %\`);
  lines.push(\`Total: \${formatPrice(cart.total())}\`);
  return lines.join("\\n");
}
\`\`\`

That function is a new file:

\`\`\`ts formatPrice.ts
/** A price in cents as a person reads it. */
export function formatPrice(cents: number): string {
  return \`\${(cents / 100).toFixed(2)} EUR\`;
}
\`\`\`

**Apply** on a block opens its review; nothing changes before you accept. **Apply All** takes the three files together. To see that nothing else was touched:

\`\`\`sh
git diff --stat
\`\`\`
`;

/** Makes the conversation that needs no model: its blocks apply to the sample files. `uriOf`: where a sample file lies. */
export function sampleConversation(uriOf: (path: string) => string): Conversation {
  const paths = ["cart.ts", "receipt.ts", "formatPrice.ts"];
  const blocks = Object.fromEntries(
    paths.map((path, index) => [index, { target: uriOf(path), isChosen: true, state: { type: "idle" as const } }]),
  );
  const attachments = [...sampleFiles].map(([path, text]) => ({
    reference: { type: "file" as const, uri: uriOf(path), path },
    text,
  }));
  const question = { id: "sample-question", parent: "", role: "user" as const, text: QUESTION, attachments };
  const answer = {
    id: "sample-answer",
    parent: question.id,
    role: "assistant" as const,
    text: ANSWER,
    reasoning: "",
    model: { id: "", name: "Sample answer" },
    state: { type: "done" as const },
    leftOut: [],
    blocks,
  };
  return addMessage(addMessage(emptyConversation("sample", 0), question, 0), answer, 0);
}
