import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Conversation } from "../../../extension/core/chat/chatSchemas.ts";
import { addMessage, changeAnswer, emptyConversation } from "../../../extension/core/chat/conversation.ts";
import { ConversationStore } from "../../../extension/host/chat/conversationStore.ts";

const signal = new AbortController().signal;
let root = "";
let trouble: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "fast-apply-chats-"));
  trouble = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

function open(): ConversationStore {
  return new ConversationStore(root, {
    unreadable: (path) => trouble.push(path),
    unwritable: (error) => trouble.push(String(error)),
  });
}

function asking(text: string, changed = 1, id: string = crypto.randomUUID()): Conversation {
  const question = { id: "q", parent: "", role: "user" as const, text, attachments: [] };
  return addMessage(emptyConversation(id, changed), question, changed);
}

const titles = async (store: ConversationStore, query = ""): Promise<string[]> =>
  (await store.list(query, signal)).map(({ title }) => title);

test("what is kept is there at once, and on the disk when it is flushed", async () => {
  const store = open();
  const conversation = asking("Hello");
  store.keep(conversation, "soon");
  expect(await store.load(conversation.id)).toBe(conversation);
  expect(await titles(store)).toEqual(["Hello"]);
  await store.flush();
  expect(await readdir(root)).toEqual([`${conversation.id}.json`]);
  expect(await open().load(conversation.id)).toEqual(conversation);
});

test("what is to be written soon is written without more", async () => {
  const conversation = asking("Hello");
  open().keep(conversation, "soon");
  await expect.poll(() => open().load(conversation.id), { timeout: 10_000 }).toEqual(conversation);
});

test("the list has the last one first, and what other windows have written since", async () => {
  const [store, other] = [open(), open()];
  store.keep(asking("Old", 1), "now");
  const fresh = asking("New", 2);
  store.keep(fresh, "now");
  await store.flush();
  expect(await titles(other)).toEqual(["New", "Old"]);
  store.keep({ ...fresh, title: "Newer" }, "now");
  store.keep(asking("Newest", 3), "now");
  await store.flush();
  expect(await titles(other)).toEqual(["Newest", "Newer", "Old"]);
  expect(await titles(other, "old")).toEqual(["Old"]);
});

test("windows that write one conversation at the same time leave it whole, as one of them has it", async () => {
  const id = crypto.randomUUID();
  const stores = Array.from({ length: 4 }, open);
  const texts = stores.map((_, at) => String(at).repeat(200_000));
  for (let round = 0; round < 10; round++) {
    for (const [at, store] of stores.entries()) store.keep(asking(texts[at] ?? "", round, id), "now");
    await Promise.all(stores.map((store) => store.flush()));
    const read = await open().load(id);
    expect(texts).toContain(read?.messages[0]?.text);
  }
  expect(await readdir(root)).toEqual([`${id}.json`]);
  expect(trouble).toEqual([]);
});

/** As a window that opens a conversation. */
async function openIn(store: ConversationStore, id: string): Promise<Conversation> {
  const found: Conversation[] = [];
  await store.open(id, (stored) => {
    found.push(stored);
    return stored;
  });
  const [conversation] = found;
  if (conversation === undefined) throw new Error("There is none.");
  return conversation;
}

function asked(conversation: Conversation, id: string): Conversation {
  return addMessage(conversation, { id, parent: "q", role: "user", text: id, attachments: [] }, 2);
}

test("windows that go on with one conversation at the same time keep what each has asked", async () => {
  const first = asking("Hello");
  const store = open();
  store.keep(first, "now");
  await store.flush();
  const stores = Array.from({ length: 4 }, open);
  await Promise.all(stores.map((each) => openIn(each, first.id)));
  for (const round of ["a", "b", "c"]) {
    for (const [at, each] of stores.entries()) {
      // Each knows only its own.
      const rounds = ["a", "b", "c"].filter((name) => name <= round);
      const own = rounds.reduce((grown, name) => asked(grown, `${name}${at}`), first);
      each.keep(own, "now");
    }
    await Promise.all(stores.map((each) => each.flush()));
    const read = await open().load(first.id);
    const expected = ["a", "b", "c"]
      .filter((name) => name <= round)
      .flatMap((name) => [0, 1, 2, 3].map((at) => `${name}${at}`));
    expect(read?.messages.map(({ id }) => id).sort()).toEqual([...expected, "q"].sort());
  }
  expect(await readdir(root)).toEqual([`${first.id}.json`]);
});

test("what became of a block here does not take back what another window has written", async () => {
  const answer = {
    ...{ id: "a", parent: "q", role: "assistant" as const, text: "Hi", reasoning: "", leftOut: [] },
    ...{ model: { id: "", name: "" }, state: { type: "done" as const }, blocks: {} },
  };
  const first = addMessage(asking("Hello"), answer, 1);
  const [one, two] = [open(), open()];
  one.keep(first, "now");
  await one.flush();
  const seen = await openIn(two, first.id);
  one.keep({ ...asked(first, "more"), title: "Named" }, "now");
  await one.flush();
  two.keep(changeAnswer(seen, "a", { blocks: { 0: { state: { type: "rejected" } } } }), "soon");
  await two.flush();
  const read = await open().load(first.id);
  expect(read?.messages.map(({ id }) => id)).toEqual(["q", "a", "more"]);
  expect([read?.title, read?.head]).toEqual(["Named", "a"]);
  expect(read?.messages[1]).toMatchObject({ blocks: { 0: { state: { type: "rejected" } } } });
});

test("a lock that a dead window has left does not keep anything from being written", async () => {
  const conversation = asking("Hello");
  const lock = join(root, `${conversation.id}.json.lock`);
  await writeFile(lock, "");
  await utimes(lock, 1, 1);
  const store = open();
  store.keep(conversation, "now");
  await store.flush();
  expect(await readdir(root)).toEqual([`${conversation.id}.json`]);
});

test("a conversation that was let go of is read from the disk", async () => {
  const store = open();
  const conversation = asking("Hello");
  store.keep(conversation, "soon");
  await store.letGo(conversation.id);
  await writeFile(join(root, `${conversation.id}.json`), JSON.stringify({ ...conversation, title: "By hand" }));
  expect((await store.load(conversation.id))?.title).toBe("By hand");
  expect(await titles(store)).toEqual(["By hand"]);
});

test("a search reads again only what has changed", async () => {
  const store = open();
  for (const text of ["Maps", "Lists", "Sets", "Trees", "Heaps", "Graphs"]) store.keep(asking(text), "now");
  const last = asking("Tries", 2);
  store.keep(last, "now");
  await store.flush();
  const reader = open();
  const path = join(root, `${last.id}.json`);
  await utimes(path, 1000, 1000);
  expect(await titles(reader, "TRIES")).toEqual(["Tries"]);
  // Size, time and inode stay.
  await writeFile(path, JSON.stringify(asking("Skips", 2, last.id)));
  await utimes(path, 1000, 1000);
  expect(await titles(reader, "tries")).toEqual(["Tries"]);
  await writeFile(path, JSON.stringify(asking("Other words", 2, last.id)));
  expect(await titles(reader, "tries")).toEqual([]);
  expect(await titles(reader, "words other")).toEqual(["Other words"]);
});

test("a deleted conversation does not come back with a write that was on its way", async () => {
  const store = open();
  const conversation = asking("Hello");
  store.keep(conversation, "now");
  const flushed = store.flush();
  store.keep({ ...conversation, title: "Later" }, "soon");
  await store.remove(conversation.id);
  await flushed;
  await store.flush();
  expect(await readdir(root)).toEqual([]);
  expect(await titles(store)).toEqual([]);
});

describe("what cannot be read is kept aside and told:", () => {
  const id = "3f2c8a10-8f4e-4b5a-9d3e-0d6f1c2b3a49";
  const cases: readonly [name: string, text: string][] = [
    ["a torn file", JSON.stringify(asking("Hello", 1, id)).slice(0, -20)],
    ["nothing", ""],
    ["another id", JSON.stringify(asking("Hello"))],
    ["a later version", JSON.stringify({ ...asking("Hello", 1, id), version: 2 })],
  ];
  for (const [name, text] of cases) {
    test(name, async () => {
      await writeFile(join(root, `${id}.json`), text);
      expect(await titles(open())).toEqual([]);
      const [aside = ""] = trouble;
      expect(await readFile(aside, "utf8")).toBe(text);
      expect(await readdir(root)).toEqual(["unreadable"]);
    });
  }
});

test("names that are no ids lead nowhere", async () => {
  await mkdir(join(root, "inside"));
  await writeFile(join(root, "outside.json"), "{}");
  const store = new ConversationStore(join(root, "inside"), {
    unreadable: (path) => trouble.push(path),
    unwritable: () => undefined,
  });
  expect(await store.load("../outside")).toBeUndefined();
  await store.remove("../outside");
  expect(await readdir(root)).toContain("outside.json");
  expect(trouble).toEqual([]);
});

test("a folder that cannot be made is told, and what was kept stays in memory", async () => {
  await writeFile(join(root, "file"), "");
  const store = new ConversationStore(join(root, "file", "chats"), {
    unreadable: () => undefined,
    unwritable: () => trouble.push("unwritable"),
  });
  const conversation = asking("Hello");
  store.keep(conversation, "now");
  await store.flush();
  expect(trouble).toEqual(["unwritable"]);
  expect(await store.load(conversation.id)).toBe(conversation);
});
