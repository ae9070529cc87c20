// `npm start`, without its setup and build: other tests need the build as it is.
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startBrowser } from "../host/launcher/browser.ts";
import { startGuard } from "../host/launcher/guard.ts";
import { freePort } from "./desk.ts";
import { waitForWorkbench, workbenchOn } from "./workbench.ts";

const root = join(import.meta.dirname, "../..");

describe("npm start", () => {
  const guard = startGuard();
  afterAll(guard.end);

  test("shows the plan in the npm VS Code, with the extension of this project, until Ctrl+C", async () => {
    const port = await freePort();
    // A PATH without `code`.
    const { child, output } = start(["--port", String(port)], dirname(process.execPath));
    await expect.poll(output, { timeout: 30_000 }).toContain("open this address");
    const [url = ""] = /http:\/\/\S+/.exec(output()) ?? [];
    const browser = await startBrowser(join(guard.scratchFolder(), "profile"));
    const page = await browser.newPage();
    await page.goto(url);
    await waitForWorkbench(page);
    const workbench = workbenchOn(page);
    await expect.poll(workbench.activeTab, { timeout: 30_000 }).toBe("plan.md");
    await expect.poll(() => workbench.offeredCommands("Fast Apply"), { timeout: 30_000 }).not.toEqual([]);
    await browser.close();
    child.kill("SIGINT");
    await once(child, "close");
    expect(child.exitCode).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  test("opens the desktop VS Code where there is one", async () => {
    const folder = guard.scratchFolder();
    const log = join(folder, "arguments");
    writeFileSync(join(folder, "code"), `#!/bin/sh\necho "$@" > ${log}\n`);
    chmodSync(join(folder, "code"), 0o755);
    const { child, output } = start([], [folder, process.env.PATH ?? ""].join(delimiter));
    await expect.poll(output, { timeout: 30_000 }).toContain("open in VS Code");
    child.kill("SIGINT");
    await once(child, "close");
    const samples = join(root, ".vscode-test/sample-workspace");
    expect(readFileSync(log, "utf8").trim().split(" ")).toEqual([
      `--extensionDevelopmentPath=${root}`,
      "--new-window",
      samples,
      join(samples, "plan.md"),
    ]);
  });
});

function start(args: readonly string[], path: string): { child: ChildProcessWithoutNullStreams; output: () => string } {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", "--reuse-build", ...args], {
    cwd: root,
    env: { ...process.env, PATH: path, DISPLAY: "", WAYLAND_DISPLAY: "" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  return { child, output: () => output };
}
