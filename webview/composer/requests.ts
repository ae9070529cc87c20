let last = 0;

/** A number for a question to the host. Composers of one page never share one. */
export function nextRequest(): number {
  last += 1;
  return last;
}
