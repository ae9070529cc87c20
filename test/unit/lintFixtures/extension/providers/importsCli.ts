// expect: import-x/no-restricted-paths
import { cli } from "../cli/cli.ts";

export const planted = cli;
