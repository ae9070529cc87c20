let last = 0;

/** Returns a number for a question to the host. Composers of one page never share one. */
export function nextRequest(): number {
  last += 1;
  return last;
}
