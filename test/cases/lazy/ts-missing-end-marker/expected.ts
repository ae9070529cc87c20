export const MAX_DEPTH = 64;

export function depth(value: unknown, seen = 0): number {
  if (typeof value !== "object" || value === null || seen > MAX_DEPTH) {
    return seen;
  }
  return Math.max(seen, ...Object.values(value).map((child) => depth(child, seen + 1)));
}

export function isTooDeep(value: unknown): boolean {
  return depth(value) > MAX_DEPTH;
}

export function keys(value: object): string[] {
  return Object.keys(value).sort();
}

export function size(value: object): number {
  return Object.keys(value).length;
}
