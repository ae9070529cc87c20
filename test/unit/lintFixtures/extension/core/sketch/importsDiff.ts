// expect: import-x/no-restricted-paths
import { diff } from "../diff/diff.ts";

export const planted = diff;
