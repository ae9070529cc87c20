// expect: no-restricted-imports
import { createColors } from "picocolors";

export const planted = createColors;
