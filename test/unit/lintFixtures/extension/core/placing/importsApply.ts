// expect: import-x/no-restricted-paths
import { apply } from "../apply/apply.ts";

export const planted = apply;
