// expect: import-x/no-restricted-paths
import { host } from "../host/host.ts";

export const found = host;
