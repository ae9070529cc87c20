// Takes the command line of the desktop's `code`, as @vscode/test-electron calls it, and runs it in the npm VS Code and Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import type { BrowserContext } from "playwright-core";
import { startBrowser } from "./browser.ts";
import { readCommandLine } from "./commandLine.ts";
import { addDevelopment } from "./developmentPage.ts";
import { startGuard } from "./guard.ts";
import type { Guard } from "./guard.ts";
import { shortenMessages } from "./quickSocket.ts";
import { openedBy, startServer, workbenchUrl } from "./server.ts";
import { veilPages } from "./veil.ts";

const exitCodes = { failed: 1, broken: 2, usage: 64, hostDied: 70, timedOut: 124, stopped: 130 };
const limitMs = Number(process.env.LAUNCHER_LIMIT_S ?? 900) * 1000;
/** Nobody looks at it, so as little is drawn as commands and trees need. In CSS pixels. */
const viewport = { width: 1000, height: 600 };
const isVerbose = process.env.LAUNCHER_VERBOSE !== undefined;
const mark = "|test| ";

const guard = startGuard();
let browser: BrowserContext | undefined;
let exitCode: number;
try {
  exitCode = await Promise.race([runTests(guard), interruption()]);
} catch (error) {
  console.error(error);
  exitCode = exitCodes.broken;
}
// Before the folder of its profile is removed.
await browser?.close();
await guard.end();
process.exit(exitCode);

async function runTests(guard: Guard): Promise<number> {
  const command = readCommandLine(process.argv.slice(2));
  if (command.tests === undefined) {
    console.error("The launcher runs tests only: --extensionTestsPath is missing.");
    return exitCodes.usage;
  }
  const scratch = guard.scratchFolder();
  const result = join(scratch, "result");
  process.env.LAUNCHER_RESULT = result;
  process.env.LAUNCHER_TESTS = command.tests;
  const server = await startServer(guard, {
    userData: command.userData ?? join(scratch, "user"),
    extensions: command.extensions ?? join(scratch, "extensions"),
  });
  browser = await startBrowser(join(scratch, "profile"), viewport);
  await veilPages(browser);
  await shortenMessages(browser);
  await addDevelopment(browser, server.port, {
    extensions: command.developmentExtensions,
    tests: join(import.meta.dirname, "hostEntry.cjs"),
  });
  const opened = command.opened === undefined ? { nothing: true as const } : openedBy(command.opened);
  const reported = await openWorkbench(browser, workbenchUrl(server.port, opened));
  return judge(reported, result);
}

/** Shows the workbench until it reports the exit code of the extension host. */
async function openWorkbench(context: BrowserContext, url: string): Promise<number> {
  const page = context.pages()[0] ?? (await context.newPage());
  const ended = new Promise<number>((resolve, reject) => {
    const fail = (why: string) => (): void => {
      reject(new Error(why));
    };
    context.once("close", fail("The browser was closed."));
    page.once("crash", fail("The page of the workbench crashed."));
    page.on("pageerror", (error) => {
      printOther("page error", error.message);
    });
    // In test mode the workbench calls these two; they must exist before its first script runs.
    page.exposeFunction("codeAutomationLog", printConsole).catch(reject);
    page.exposeFunction("codeAutomationExit", resolve).catch(reject);
    page.goto(url, { waitUntil: "commit" }).catch(reject);
  });
  return ended;
}

/** The reported code is 0 also when the extension host was killed, so only the result file says that the tests passed. */
function judge(reported: number, resultFile: string): number {
  let result: string;
  try {
    result = readFileSync(resultFile, "utf8");
  } catch {
    console.error("The extension host ended before the tests did.");
    return reported || exitCodes.hostDied;
  }
  return result === "passed" ? reported : reported || exitCodes.failed;
}

/** Lines of the tests go to stdout; what the workbench says besides only interests who asks for it. */
function printConsole(type: string, values: readonly unknown[]): void {
  const line = format(...withoutStyles(values));
  if (line.startsWith(mark)) process.stdout.write(`${line.slice(mark.length)}\n`);
  else printOther(type, line);
}

function printOther(type: string, line: string): void {
  if (isVerbose) process.stderr.write(`  [${type}] ${line}\n`);
}

/** `%c` stands for a style, which is an argument of its own. */
function withoutStyles([pattern, ...values]: readonly unknown[]): readonly unknown[] {
  if (typeof pattern !== "string") return [pattern, ...values];
  const styles = pattern.split("%c").length - 1;
  return [pattern.replaceAll("%c", ""), ...values.slice(styles)];
}

/** Fulfilled when the run must end early: by a signal, by the clock, or because whoever started it is gone. */
async function interruption(): Promise<number> {
  const starter = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        resolve(exitCodes.stopped);
      });
    }
    setInterval(() => {
      if (process.ppid !== starter) resolve(exitCodes.stopped);
    }, 500).unref();
    setTimeout(() => {
      console.error(`The tests did not end within ${limitMs / 1000} s (LAUNCHER_LIMIT_S).`);
      resolve(exitCodes.timedOut);
    }, limitMs).unref();
  });
}
