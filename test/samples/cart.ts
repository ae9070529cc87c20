/** A line of a shopping cart. */
export interface CartItem {
  readonly sku: string;
  readonly title: string;
  /** In cents, before discounts. */
  readonly unitPrice: number;
  readonly quantity: number;
}

export interface Totals {
  readonly subtotal: number;
  readonly shipping: number;
  readonly total: number;
}

const FREE_SHIPPING_FROM = 5000;
const SHIPPING = 490;

export class Cart {
  private readonly items = new Map<string, CartItem>();

  add(item: CartItem): void {
    const present = this.items.get(item.sku);
    const quantity = item.quantity + (present?.quantity ?? 0);
    this.items.set(item.sku, { ...item, quantity });
  }

  remove(sku: string): boolean {
    return this.items.delete(sku);
  }

  get isEmpty(): boolean {
    return this.items.size === 0;
  }

  totals(): Totals {
    let subtotal = 0;
    for (const item of this.items.values()) {
      subtotal += item.unitPrice * item.quantity;
    }
    const shipping = subtotal >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
    return { subtotal, shipping, total: subtotal + shipping };
  }

  // Sorted by title, so that receipts of the same cart read the same.
  lines(): string[] {
    return [...this.items.values()]
      .sort((a, b) => a.title.localeCompare(b.title))
      .map((item) => `${item.quantity} x ${item.title}: ${formatPrice(item.unitPrice * item.quantity)}`);
  }
}

export function formatPrice(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}
