import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanUp, folderOf } from "../cli/applying.ts";
import { isFullStress, stressed } from "../stress.ts";
import { edit, endClients, locks, startTools, type ToolClient } from "./toolClient.ts";

cleanUp();
endClients();

const SERVERS = 8;
/** As many for each server. */
const CALLS = SERVERS * stressed(125);
const EMPTY = "export const all = [\n];\n";

/** Adds one line to a list. As lazy code it could also mean to replace the line that is there. */
const adding = (id: string): string =>
  `<<<<<<< SEARCH\nexport const all = [\n=======\nexport const all = [\n  "${id}",\n>>>>>>> REPLACE\n`;
const idsOf = (text: string): string[] => [...text.matchAll(/^ {2}"(.+)",$/gm)].map(([, id]) => id ?? "");

/** Reads files all the time, in a process of its own, and remembers what was no whole text. */
const watcher = `
const { readFileSync } = require("node:fs");
const torn = [];
let reads = 0;
process.on("message", () => { process.send({ torn, reads }, () => process.exit()); });
const seen = new Map();
const look = () => {
  for (const path of process.argv.slice(1)) {
    const text = readFileSync(path, "utf8");
    reads++;
    const length = text.length;
    const isWhole = /^export const all = \\[\\n(?:  "[^"\\n]+",\\n)*\\];\\n$/.test(text);
    if (!isWhole || length < (seen.get(path) ?? 0)) torn.push(path + ": " + text.slice(0, 200));
    seen.set(path, length);
  }
  setTimeout(look, 1);
};
look();`;

function watch(paths: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["-e", watcher, ...paths], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

async function whatItSaw(child: ChildProcess): Promise<unknown> {
  const [[seen]] = (await Promise.all([
    once(child, "message"),
    new Promise((resolve) => child.send("end", resolve)),
  ])) as [[unknown], unknown];
  return seen;
}

/** In KiB. */
function memoryOf({ pid }: ToolClient): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1]);
}

function openFiles({ pid }: ToolClient): number {
  return readdirSync(`/proc/${String(pid)}/fd`).length;
}

test.each([
  ["one file", 1],
  ["100 files", 100],
])(
  "many calls from 8 clients to %s: each edit is in it once, no reader sees half of one",
  { timeout: 240_000 },
  async (_, count) => {
    const names = Array.from({ length: count }, (__, index) => `list${String(index)}.txt`);
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, EMPTY])));
    const paths = names.map((name) => join(folder, name));
    const clients = await Promise.all(Array.from({ length: SERVERS }, () => startTools(["--root", folder, "--auto"])));
    const watching = watch(paths);
    const isMeasured = isFullStress && process.platform === "linux";
    const early: { readonly memory: number; readonly files: number }[] = [];
    const wanted: string[] = [];
    const outcomes = new Set<string>();
    const each = CALLS / SERVERS;
    await Promise.all(
      clients.map(async (client, place) => {
        for (let number = 0; number < each; number++) {
          const id = `${String(place)}-${String(number)}`;
          const name = names[(place * each + number) % count] ?? "";
          const { result } = await client.call("edit_file", edit(name, adding(id)));
          outcomes.add(result.outcome === "applied" ? "applied" : `${result.outcome}: ${result.message}`);
          wanted.push(id);
          if (isMeasured && number === Math.floor(each / 2)) {
            early[place] = { memory: memoryOf(client), files: openFiles(client) };
          }
        }
      }),
    );
    expect([...outcomes]).toEqual(["applied"]);
    const found = paths.flatMap((path) => idsOf(readFileSync(path, "utf8")));
    expect(found.sort()).toEqual(wanted.sort());
    expect(await whatItSaw(watching)).toMatchObject({ torn: [], reads: expect.any(Number) as number });
    expect(readdirSync(folder).sort()).toEqual(names.sort());
    expect(locks()).toEqual([]);
    if (!isMeasured) return;
    const late = clients.map((client) => ({ memory: memoryOf(client), files: openFiles(client) }));
    const sum = (all: typeof late): number => all.reduce((kib, { memory }) => kib + memory, 0);
    // Of all together: when one of them collects its garbage is its own affair.
    expect(sum(late) / sum(early)).toBeLessThan(1.35);
    expect(late.map(({ files }) => files)).toEqual(early.map(({ files }) => files));
  },
);

test("calls of one client at once to one file all get in", async () => {
  const folder = folderOf({ "list.txt": EMPTY });
  const { call } = await startTools(["--root", folder, "--auto"]);
  const ids = Array.from({ length: 40 }, (_, index) => `n${String(index)}`);
  const reported = await Promise.all(ids.map((id) => call("edit_file", edit("list.txt", adding(id)))));
  expect(new Set(reported.map(({ result }) => result.outcome))).toEqual(new Set(["applied"]));
  expect(idsOf(readFileSync(join(folder, "list.txt"), "utf8")).sort()).toEqual(ids.sort());
});

test("two servers make the same new file: one text, and the other is told", async () => {
  const folder = folderOf({});
  const clients = await Promise.all([0, 1].map(() => startTools(["--root", folder, "--auto"])));
  for (let round = 0; round < stressed(10, 3); round++) {
    const name = `new${String(round)}.ts`;
    const texts = clients.map((_, place) => `export const from = ${String(place)};\n`);
    await Promise.all(clients.map(({ call }, place) => call("edit_file", edit(name, texts[place] ?? ""))));
    expect(texts).toContain(readFileSync(join(folder, name), "utf8"));
  }
  expect(readdirSync(folder)).toHaveLength(stressed(10, 3));
});

test(
  "servers that are killed in the middle leave whole files, and the next one gets on",
  { timeout: 120_000 },
  async () => {
    const folder = folderOf({ "list.txt": EMPTY });
    const path = join(folder, "list.txt");
    const watching = watch([path]);
    const accepted: string[] = [];
    for (let round = 0; round < stressed(8, 2); round++) {
      const victim = await startTools(["--root", folder, "--auto"]);
      await victim.call("edit_file", edit("list.txt", adding(`warm${String(round)}`)));
      accepted.push(`warm${String(round)}`);
      const calls = Array.from({ length: 30 }, (_, number) => `k${String(round)}-${String(number)}`).map(async (id) => {
        const { result } = await victim.call("edit_file", edit("list.txt", adding(id)));
        if (result.outcome === "applied") accepted.push(id);
      });
      const all = Promise.allSettled(calls);
      // Each round at another time.
      await new Promise((resolve) => setTimeout(resolve, 3 + round * 11));
      process.kill(victim.pid, "SIGKILL");
      await all;
    }
    const next = await startTools(["--root", folder, "--auto"]);
    expect((await next.call("edit_file", edit("list.txt", adding("last")))).result.outcome).toBe("applied");
    const found = idsOf(readFileSync(path, "utf8"));
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining([...accepted, "last"]));
    expect(await whatItSaw(watching)).toMatchObject({ torn: [] });
    // What a killed one had staged is gone as well.
    expect(readdirSync(folder)).toEqual(["list.txt"]);
    expect(locks()).toEqual([]);
  },
);
