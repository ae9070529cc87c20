import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createModelStore } from "../../../../extension/local/models/modelStore.ts";
import { startModelFiles } from "../../../servers/modelFiles.ts";

const FILE = "m.gguf";
const MODEL = Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(300_000, "a model ")]);

test("what a window has downloaded is its own while it lives, and is gone on with after it was killed", async () => {
  const directory = await mkdtemp(join(tmpdir(), "models-"));
  const server = await startModelFiles({ content: MODEL, etag: '"tag"' });
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  const url = `${server.url}/${FILE}`;
  const store = createModelStore({ directory, fetch, timing: { waitsMs: [], idleMs: 10_000 } });
  const download = () => store.download({ url, file: FILE }, () => undefined, new AbortController().signal);

  server.fail({ type: "stall", afterBytes: 100_000 });
  const script = join(import.meta.dirname, "downloadProcess.ts");
  const window = spawn(process.execPath, ["--import", "tsx", script, url, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    window.kill("SIGKILL");
  });
  for await (const text of window.stdout as AsyncIterable<Buffer>) if (text.includes("100000")) break;
  expect(await download()).toMatchObject({
    type: "failed",
    message: expect.stringContaining("is being downloaded") as string,
  });

  const end = once(window, "exit");
  window.kill("SIGKILL");
  await end;
  expect(await readdir(directory)).toEqual([`${FILE}.lock`, `${FILE}.part`, `${FILE}.part.json`]);
  expect(await download()).toMatchObject({ type: "stored" });
  expect(server.requests.at(-1)?.range).toBe("bytes=100000-");
  expect(await readdir(directory)).toEqual([FILE]);
  expect((await readFile(join(directory, FILE))).equals(MODEL)).toBe(true);
}, 60_000);
