/** Writes one line with the time in front. */
export function log(text) {
  process.stdout.write(`${new Date().toISOString()} ${text}\n`);
}
