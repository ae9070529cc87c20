/** The command that applies what stands in a document: `[uri, line of a fence]`, or all of it without a line. */
export const APPLY_FENCE = "fastApply.applyFence";
