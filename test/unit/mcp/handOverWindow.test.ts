import { describe, expect, test, vi } from "vitest";
import { SERVER_PROTOCOL, MAX_SERVER_LINE } from "../../../extension/core/tools/serverProtocol.ts";
import { bareResult } from "../../../extension/core/tools/editResult.ts";
import { WindowServers, keeping } from "./windowServers.ts";

const servers = new WindowServers();

const edit = (id: number): object => ({
  type: "edit",
  purpose: "edit",
  id,
  agent: "tester",
  session: "one",
  path: `/a/${id}`,
  arguments: null,
  patience: 45,
});

describe("a connection ends, and nothing is done", () => {
  const check = (
    what: string,
    words: (hello: object) => readonly (object | string | Uint8Array)[],
    want: RegExp,
  ): void => {
    test(what, async () => {
      const { edit: keep, edits } = keeping();
      await servers.open(["/a"], keep);
      const talk = await servers.connect();
      talk.say(...words(talk.hello));
      let answer = await talk.answer();
      while (answer?.type === "welcome" || answer?.type === "progress") answer = await talk.answer();
      expect(answer?.type === "refused" ? answer.reason : answer).toMatch(want);
      expect(await talk.answer()).toBeUndefined();
      await expect.poll(() => edits.every(({ signal }) => signal.aborted)).toBe(true);
    });
  };
  const endless = Buffer.alloc(MAX_SERVER_LINE + 1, "x");
  check("an edit before the greeting", () => [edit(1)], /does not say who/);
  check("a cancel before the greeting", () => [{ type: "cancel", id: 1 }], /does not say who/);
  check("another token", (hello) => [{ ...hello, token: "0".repeat(64) }], /token/);
  check("an empty token", (hello) => [{ ...hello, token: "" }], /token/);
  check("another version", (hello) => [{ ...hello, protocol: SERVER_PROTOCOL + 1 }], /another one/);
  check("two greetings", (hello) => [hello, hello], /open already/);
  check("garbage first", () => ["GET / HTTP/1.1\r\n\r\n"], /not JSON/);
  check("garbage later", (hello) => [hello, "{\n"], /not JSON/);
  check("an empty line", (hello) => [hello, "\n"], /not JSON/);
  check("not UTF-8", (hello) => [hello, Buffer.from([0x22, 0xff, 0x22, 0x0a])], /not JSON/);
  check("what is no request", (hello) => [hello, { type: "shutdown" }], /no request/);
  check("an edit without a path", (hello) => [hello, { ...edit(1), path: undefined }], /no request/);
  check("a number that is none", (hello) => [hello, { ...edit(1), id: -1 }], /no request/);
  check("a patience that is none", (hello) => [hello, { ...edit(1), patience: "long" }], /no request/);
  check("a purpose that is none", (hello) => [hello, { ...edit(1), purpose: "delete" }], /no request/);
  check("a number that is taken", (hello) => [hello, edit(1), edit(1)], /number 1/);
  check("a line that never ends", (hello) => [hello, endless], /longer than 32 MiB/);
  check("a first line that never ends", () => [endless], /longer than 32 MiB/);
  check("garbage while an edit waits", (hello) => [hello, edit(1), "}\n"], /not JSON/);
});

test("who says nothing is not waited for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await servers.open(["/a"], keeping().edit);
  const talk = await servers.connect();
  const answer = talk.answer();
  // The window hears of the connection later than this side does.
  await new Promise((resolve) => setImmediate(resolve));
  await vi.waitFor(() => {
    expect(vi.getTimerCount()).toBeGreaterThan(0);
  });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(await answer).toBeUndefined();
});

test("edits of one connection end in any order, each with one result and nothing after it", async () => {
  const { edit: keep, edits } = keeping();
  await servers.open(["/a"], keep);
  const talk = await servers.connect();
  talk.say(talk.hello, edit(1), edit(2), edit(3), { type: "cancel", id: 7 });
  expect(await talk.answer()).toEqual({ type: "welcome" });
  for (const id of [1, 2, 3]) expect(await talk.answer()).toEqual({ type: "progress", id, message: "begun" });
  for (const id of [2, 3, 1]) {
    edits[id - 1]?.end();
    expect(await talk.answer()).toEqual({ type: "result", id, result: bareResult("rejected", `/a/${id}`, "No.") });
  }
  talk.say(edit(1));
  expect(await talk.answer()).toEqual({ type: "progress", id: 1, message: "begun" });
});

test("a cancel reaches its edit, and no other", async () => {
  const { edit: keep, edits } = keeping();
  await servers.open(["/a"], keep);
  const talk = await servers.connect();
  talk.say(talk.hello, edit(1), edit(2), { type: "cancel", id: 2 });
  await expect.poll(() => edits.map(({ signal }) => signal.aborted)).toEqual([false, true]);
});

test("a connection that breaks aborts its edits, and those of others go on", async () => {
  const { edit: keep, edits } = keeping();
  await servers.open(["/a"], keep);
  const [one, other] = [await servers.connect(), await servers.connect()];
  one.say(one.hello, edit(1));
  await expect.poll(() => edits).toHaveLength(1);
  other.say(other.hello, edit(1));
  await expect.poll(() => edits).toHaveLength(2);
  one.hangUp();
  await expect.poll(() => edits.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  edits[0]?.end();
  edits[1]?.end();
  await other.answer();
  await other.answer();
  expect(await other.answer()).toMatchObject({ type: "result", result: { outcome: "rejected" } });
});
