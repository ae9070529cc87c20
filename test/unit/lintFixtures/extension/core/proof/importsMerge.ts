// expect: import-x/no-restricted-paths
import { merge } from "../merge/merge.ts";

export const planted = merge;
