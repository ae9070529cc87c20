import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import * as esbuild from "esbuild";
import { copySamples } from "../../host/launches.ts";
import { startBrowser } from "../../host/launcher/browser.ts";
import { addDevelopment } from "../../host/launcher/developmentPage.ts";
import { startGuard } from "../../host/launcher/guard.ts";
import { startServer, workbenchUrl } from "../../host/launcher/server.ts";
import { writeUserSettings, type Settings } from "../../host/launcher/settings.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { waitForWorkbench, workbenchOn, type Workbench } from "../../e2e/workbench.ts";
import { APPLY_BLOCK_COMMAND, PLAIN_COMMAND, type Gives, type RequestName, type Takes } from "./driver/requests.ts";

/** A real VS Code with Fast Apply and the bench's own extension. */
export interface BenchWorkbench extends Workbench {
  /** Absolute path of the folder that VS Code has open. */
  readonly folder: string;
  /** Absolute path of the bundles of Fast Apply that run. */
  readonly bundles: string;
  readonly ask: <Name extends RequestName>(name: Name, takes: Takes<Name>) => Promise<Gives<Name>>;
  /** The model that the chat asks. */
  readonly planner: ModelServer;
  /** Loads the window again, with another extension host. */
  readonly reload: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const root = join(import.meta.dirname, "../../..");
/** How long an extension host may take to answer after its start. */
const START_LIMIT_MS = 60_000;

/** The page tells lines apart by these two. */
const settingsFor = (planner: string): Settings => ({
  "workbench.colorCustomizations": {
    "fastApply.addedLineBackground": "#00ff00",
    "fastApply.removedLineBackground": "#ff0000",
  },
  "fastApply.providerOptions": { "openai-compatible": { baseUrl: planner } },
  "fastApply.chat.models": [{ provider: "openai-compatible", model: "planner", contextTokens: 100_000 }],
});

export async function openBenchWorkbench(): Promise<BenchWorkbench> {
  const guard = startGuard();
  const scratch = guard.scratchFolder();
  const socket = join(scratch, "driver.sock");
  process.env.REVIEW_BENCH_SOCKET = socket;
  const folder = copySamples(join(scratch, "workspace"));
  const userData = join(scratch, "user");
  const planner = await startModelServer("plain");
  writeUserSettings(userData, settingsFor(planner.url));
  const product = copyProduct(join(scratch, "fast-apply"));
  const driver = await writeDriver(join(scratch, "driver"));
  const server = await startServer(guard, { userData, extensions: join(scratch, "extensions") });
  const browser = await startBrowser(join(scratch, "profile"));
  await addDevelopment(browser, server.port, { extensions: [product, driver] });
  await browser.addInitScript(await bundled("page/paintSampler.ts", "iife"));
  const page = browser.pages()[0] ?? (await browser.newPage());

  const ask = <Name extends RequestName>(name: Name, takes: Takes<Name>): Promise<Gives<Name>> =>
    askDriver(socket, name, takes);
  const load = async (): Promise<void> => {
    // So that no extension host that is about to end answers.
    rmSync(socket, { force: true });
    await page.goto(workbenchUrl(server.port, { folder }), { waitUntil: "commit" });
    await waitForWorkbench(page);
    await answering(() => ask("setPlainText", { text: "", isColoured: false }));
  };
  await load();
  return {
    ...workbenchOn(page),
    folder,
    bundles: join(product, "dist"),
    ask,
    planner,
    reload: load,
    end: async () => {
      await browser.close();
      await guard.end();
      await planner.close();
    },
  };
}

/** What is measured stays the same, also when the project is built again meanwhile. */
function copyProduct(folder: string): string {
  for (const part of ["package.json", "package.nls.json", "l10n", "media", "dist"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  return folder;
}

async function writeDriver(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "driver.cjs"), await bundled("driver/driver.ts", "cjs"));
  const manifest = {
    name: "review-bench",
    publisher: "fast-apply",
    version: "0.0.0",
    engines: { vscode: "^1.101.0" },
    main: "./driver.cjs",
    activationEvents: ["onStartupFinished"],
    contributes: {
      commands: [
        { command: PLAIN_COMMAND, title: "Show a Plain Document" },
        { command: APPLY_BLOCK_COMMAND, title: "Apply a Block" },
      ],
      keybindings: [
        { command: PLAIN_COMMAND, key: "ctrl+k b" },
        { command: APPLY_BLOCK_COMMAND, key: "ctrl+k g" },
      ],
    },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}

async function bundled(path: string, format: "cjs" | "iife"): Promise<string> {
  const result = await esbuild.build({
    entryPoints: [join(import.meta.dirname, path)],
    bundle: true,
    format,
    platform: format === "cjs" ? "node" : "browser",
    external: ["vscode"],
    write: false,
  });
  return result.outputFiles[0]?.text ?? "";
}

/** Repeats a question until there is someone to answer it. */
async function answering(question: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await question();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}

async function askDriver<Name extends RequestName>(
  socketPath: string,
  name: Name,
  takes: Takes<Name>,
): Promise<Gives<Name>> {
  const answer = await new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: `/${name}`, method: "POST" }, (response) => {
      json(response).then(resolve, reject);
    });
    asking.on("error", reject).end(JSON.stringify(takes));
  });
  const { gives, error } = answer as { gives: Gives<Name>; error?: string };
  if (error !== undefined) throw new Error(error);
  return gives;
}
