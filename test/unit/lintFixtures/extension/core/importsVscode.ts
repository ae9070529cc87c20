// expect: no-restricted-imports
import { version } from "vscode";

export const planted = version;
