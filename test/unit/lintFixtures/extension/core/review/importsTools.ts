// expect: import-x/no-restricted-paths
import { tools } from "../tools/tools.ts";

export const found = tools;
