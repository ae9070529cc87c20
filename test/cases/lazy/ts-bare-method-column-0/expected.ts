export type Line = { sku: string; quantity: number; unitPrice: number };

export class Cart {
  private lines = new Map<string, Line>();

  add(line: Line): void {
    const known = this.lines.get(line.sku);
    if (known) {
      known.quantity += line.quantity;
      return;
    }
    this.lines.set(line.sku, { ...line });
  }

  remove(sku: string): boolean {
    return this.lines.delete(sku);
  }

  total(discount = 0): number {
    let sum = 0;
    for (const line of this.lines.values()) {
      sum += line.quantity * line.unitPrice;
    }
    const reduced = sum * (1 - discount);
    return Math.max(0, reduced);
  }

  isEmpty(): boolean {
    return this.lines.size === 0;
  }
}
