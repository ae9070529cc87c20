import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cleanUp, folderOf } from "../cli/applying.ts";
import { readFolder } from "../cli/command.ts";
import { edit, endClients } from "./toolClient.ts";
import { HELLO, line, startWire, type Wire } from "./wire.ts";

cleanUp();
endClients();

const call = (id: unknown, args: object): string =>
  line({ id, method: "tools/call", params: { name: "edit_file", arguments: args } });

async function greeted(folder: string): Promise<Wire> {
  const wire = startWire(["--root", folder, "--auto"]);
  await wire.write(HELLO);
  expect(await wire.next()).toMatchObject({ id: "hello", result: { protocolVersion: "2025-11-25" } });
  await wire.write(line({ method: "notifications/initialized" }));
  return wire;
}

/** In KiB. */
const memoryOf = ({ pid }: Wire): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1]);

describe("a line that is no message is answered, and the next one is heard", () => {
  const cases: readonly (readonly [string, string | Buffer, object])[] = [
    ["no JSON", "what?\n", { error: { code: -32700 } }],
    ["a list", "[]\n", { error: { code: -32600 } }],
    ["a number", "7\n", { error: { code: -32600 } }],
    ["no version", '{"id":3,"method":"ping"}\n', { id: 3, error: { code: -32600 } }],
    ["an id that is none", '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', { error: { code: -32600 } }],
    ["no end of the object", '{"jsonrpc":"2.0","id":4,"method":"ping"\n', { id: 4, error: { code: -32700 } }],
    ["deep lists", `${"[".repeat(200_000)}\n`, { error: { code: -32700 } }],
    [
      "invalid UTF-8",
      Buffer.concat([
        Buffer.from(
          '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"edit_file","arguments":{"code_edit":"',
        ),
        Buffer.from([0xc3, 0x28, 0xff]),
        Buffer.from('"}}}\n'),
      ]),
      { id: 5, error: { code: -32700 } },
    ],
    ["an unknown method", line({ id: 6, method: "files/delete" }), { id: 6, error: { code: -32601 } }],
    [
      "an unknown tool",
      line({ id: 7, method: "tools/call", params: { name: "rm" } }),
      { id: 7, error: { code: -32602 } },
    ],
    ["a call without parameters", line({ id: 8, method: "tools/call" }), { id: 8, error: {} }],
    [
      "arguments that are none",
      line({ id: 9, method: "tools/call", params: { name: "edit_file", arguments: 3 } }),
      { id: 9, error: {} },
    ],
  ];

  test("each of them", async () => {
    const wire = await greeted(folderOf({}));
    for (const [what, bytes, answer] of cases) {
      await wire.write(bytes);
      expect(await wire.next(), what).toMatchObject(answer);
    }
    await wire.write(
      Buffer.from('\n  \r\n{"jsonrpc":"2.0","id":10,"result":[]}\n{"jsonrpc":"2.0","id":11,"method":"ping"}\r\n'),
    );
    expect(await wire.next()).toEqual({ jsonrpc: "2.0", id: 11, result: {} });
    expect(await wire.end()).toEqual({ code: 0, rest: [] });
  });
});

test("a sketch of 100 MB is refused by its id, at either end of the message, and is never in memory as a whole", async () => {
  const folder = folderOf({ "a.js": "run();\n" });
  const wire = await greeted(folder);
  const isMeasured = process.platform === "linux";
  await wire.write(call("small", edit("a.js", "run();\nstop();\n")));
  await wire.next();
  const before = isMeasured ? memoryOf(wire) : 0;
  const part = Buffer.from("do();\\n".repeat(150_000));
  const ends: readonly (readonly [string, string])[] = [
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"edit_file","arguments":{"code_edit":"', '"}}}\n'],
    [
      '{"method":"tools/call","params":{"name":"edit_file","arguments":{"id":99,"code_edit":"',
      '"}},"jsonrpc":"2.0","id":"two"}\n',
    ],
    ['{"params":{"arguments":{"code_edit":"', '","id":98}},"method":"tools/call"}\n'],
  ];
  const answers: unknown[] = [];
  for (const [head, tail] of ends) {
    await wire.write(head);
    for (let size = 0; size < 100_000_000; size += part.length) await wire.write(part);
    await wire.write(tail);
    answers.push(await wire.next());
  }
  expect(answers).toMatchObject([
    { id: 1, error: { code: -32600, message: expect.stringContaining("16 MiB") as string } },
    { id: "two", error: { code: -32600 } },
    { error: { code: -32600 } },
  ]);
  expect(answers[2]).not.toHaveProperty("id");
  if (isMeasured) expect(memoryOf(wire) - before).toBeLessThan(100_000);
  expect(await wire.end()).toEqual({ code: 0, rest: [] });
  expect(readFolder(folder)).toEqual({ "a.js": "run();\nstop();\n" });
});

test("more calls than can be at work are refused and not queued without end", async () => {
  const folder = folderOf({ "a.js": "run();\n" });
  const wire = await greeted(folder);
  const ids = Array.from({ length: 200 }, (_, index) => index);
  await wire.write(ids.map((id) => call(id, edit("a.js", `run();\nstop(${String(id)});\n`))).join(""));
  const answers: { id: number; error?: unknown }[] = [];
  while (answers.length < ids.length) answers.push((await wire.next()) as { id: number; error?: unknown });
  expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
  expect(answers.filter(({ error }) => error === undefined).length).toBeGreaterThanOrEqual(64);
  await wire.write(line({ id: "after", method: "ping" }));
  expect(await wire.next()).toMatchObject({ id: "after", result: {} });
  await wire.end();
});

test("ends with its stdin, and what was at work has written nothing half", async () => {
  const folder = folderOf({ "a.js": "run();\n" });
  const wire = await greeted(folder);
  await wire.write(call(1, edit("a.js", "run();\nstop();\n")));
  expect((await wire.end()).code).toBe(0);
  expect(["run();\n", "run();\nstop();\n"]).toContain(readFileSync(join(folder, "a.js"), "utf8"));
  expect(Object.keys(readFolder(folder))).toEqual(["a.js"]);
});

test("ends when its client is gone without a word", async () => {
  const folder = folderOf({ "a.js": "run();\n" });
  const wire = await greeted(folder);
  wire.goDeaf();
  await wire.write(call(1, edit("a.js", "run();\nstop();\n")) + line({ id: 2, method: "ping" }));
  expect(await wire.exited()).toBe(0);
  expect(Object.keys(readFolder(folder))).toEqual(["a.js"]);
});
