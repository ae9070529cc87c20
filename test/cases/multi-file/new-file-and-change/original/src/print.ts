export function print(value: unknown): string {
  return JSON.stringify(value);
}
