export function within(parents: readonly string[], pattern: string): string {
  return parents.map((parent) => `(${parent} ${pattern})`).join("\n");
}
