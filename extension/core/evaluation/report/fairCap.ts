/** The largest bound for which all sizes, none counted beyond it, stay within a budget: small ones leave what they do not need to large ones. */
export function fairCap(sizes: readonly number[], budget: number): number {
  let left = budget;
  const sorted = sizes.toSorted((one, other) => one - other);
  for (const [at, size] of sorted.entries()) {
    const equal = left / (sorted.length - at);
    if (size > equal) return Math.floor(equal);
    left -= size;
  }
  return Infinity;
}
