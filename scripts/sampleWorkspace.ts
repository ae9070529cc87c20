// Puts the samples and their plan into a folder where they may be changed: `.vscode-test/sample-workspace`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "./arguments.ts";
import { copySamples } from "../test/host/launches.ts";

readArguments("npm run samples");

const folder = join(import.meta.dirname, "../.vscode-test/sample-workspace");

rmSync(folder, { recursive: true, force: true });
copySamples(folder);
