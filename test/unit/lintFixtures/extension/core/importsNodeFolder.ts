// expect: import-x/no-restricted-paths
import { node } from "../node/node.ts";

export const found = node;
