const numbers = new Intl.NumberFormat("en");

export function show(value: number): string;
export function show(value: Date): string;
export function show(value: number | Date): string {
  if (typeof value === "number") {
    return numbers.format(value);
  }
  const text = value.toISOString();
  return text.slice(0, 10);
}

export function showAll(values: Array<number | Date>): string[] {
  return values.map((value) => (typeof value === "number" ? show(value) : show(value)));
}
