// expect: import-x/no-restricted-paths
import { host } from "../extension/host/host.ts";

export const planted = host;
