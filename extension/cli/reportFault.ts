import { errorCode } from "../node/files.ts";

/** Describes a fault of this program. Needs none of the files that a broken installation may lack, which is one such fault. */
export function reportFault(error: unknown): string {
  // If a file of the installation cannot be read, the message names it.
  if (error instanceof Error && errorCode(error.cause) !== undefined) return `fast-apply: ${error.message}\n`;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `fast-apply: this is a fault of fast-apply itself.\n${trace}\n  Next: please report it with the lines above.\n`;
}
