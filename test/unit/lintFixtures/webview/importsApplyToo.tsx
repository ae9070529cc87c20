// expect: import-x/no-restricted-paths
import { apply } from "../extension/core/apply/apply.ts";

export const planted = apply;
