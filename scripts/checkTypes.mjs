// `npm run check:types`: each project by TypeScript 7, called by its path, since `tsc` may be any of the two versions (docs/decisions/0015).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = join(root, "node_modules/typescript-native/bin/tsc");

for (const project of [".", "webview", "test/page", "test/pictures"]) {
  const { status } = spawnSync(process.execPath, [compiler, "--project", project], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
