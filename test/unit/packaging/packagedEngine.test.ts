// The engine as it lies in a package: its bundle and nothing else of the project.
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { randomModel } from "../../models/randomModel.ts";

const root = join(import.meta.dirname, "../../..");
let folder: string;
let engine: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fast-apply-engine-"));
  cpSync(join(dirname(inject("command")), "local"), join(folder, "local"), { recursive: true });
  engine = join(folder, "local", "engine.js");
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("without binaries it tells how to get them", async () => {
  expect(await inspect()).toMatchObject({ type: "failed", failure: { type: "not-found" } });
});

test("with the binary for this machine beside it, it reads a model", async () => {
  const modules = join(folder, "local", "node_modules");
  mkdirSync(modules);
  symlinkSync(join(root, "node_modules/@node-llama-cpp"), join(modules, "@node-llama-cpp"), "junction");
  expect(await inspect()).toMatchObject({ type: "facts", facts: { architecture: "qwen2" } });
});

/** What a new process of the engine answers when it is asked about a model. */
async function inspect(): Promise<unknown> {
  const path = await randomModel({ shape: "tiny", quantization: "Q8_0", seed: 1 });
  const child = fork(engine, { cwd: folder });
  try {
    const answered = once(child, "message") as Promise<unknown[]>;
    child.send({ type: "inspect", id: 1, path });
    const [answer] = await answered;
    return answer;
  } finally {
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  }
}
