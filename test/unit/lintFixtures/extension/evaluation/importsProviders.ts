// expect: import-x/no-restricted-paths
import { providers } from "../providers/providers.ts";

export const planted = providers;
