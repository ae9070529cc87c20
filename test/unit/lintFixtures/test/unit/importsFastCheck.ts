// expect: no-restricted-imports
import fc from "fast-check";

export const library = fc;
