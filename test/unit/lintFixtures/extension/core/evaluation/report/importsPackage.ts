// expect: no-restricted-imports
import { diffArrays } from "diff";

export const report = diffArrays;
