import { describe, expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { answered, asked, saysConversation } from "./conversations.ts";

declare global {
  // `let` and `const` do not make properties of the global object.
  var harmed: number | undefined;
}

const run = "globalThis.harmed = 1";
const away = "http://127.0.0.1:9/leak";

const answers: Readonly<Record<string, string>> = {
  "a script": `<script>${run}</script>\n\nand inline <script src="${away}"></script>`,
  "a script in a list": `- <script>${run}</script>\n  <img src=x onerror="${run}">`,
  "event handlers": `<img src="${away}" onerror="${run}"> <svg onload="${run}"><a xlink:href="javascript:${run}">x</a></svg>`,
  "a javascript link": `[click](javascript:${run}) and [this](JaVaScRiPt:${run}) and <javascript:${run}> [d](data:text/html,<script>${run}</script>) [v](vscode://x/y) [c](command:workbench.action.quit)`,
  "a coded javascript link": `[click](&#106;avascript:${run}) [t](java\tscript:${run}) [n](<java\nscript:${run}>)`,
  images: `![alt](${away}/i.png) ![d](data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=) ![x](javascript:${run})\n\n[![nested](${away}/j.png)](${away})`,
  "a reference": `[a][r] ![b][r]\n\n[r]: javascript:${run} "title"`,
  "quotes in an address": `[x](https://e.com/"onmouseover="${run}) [y](https://e.com/'><img src=x onerror=${run}>)`,
  "frames and forms": `<iframe src="${away}"></iframe><form action="${away}"><button>go</button></form><object data="${away}"></object><base href="${away}">`,
  styles: `<style>@import "${away}"; body { background: url(${away}) }</style><link rel=stylesheet href="${away}"><p style="background:url(${away})">x</p>`,
  "code with markup": `\`\`\`html\n<script>${run}</script><img src=x onerror="${run}">\n\`\`\`\n\n\`<img src=x onerror=${run}>\`\n\n    <script>${run}</script>`,
  "a language with markup": `\`\`\`ts"><img/src=x/onerror=${run}> "><script>${run}</script>\nx\n\`\`\``,
  mutations: `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  "a meta refresh": `<meta http-equiv="refresh" content="0;url=${away}">`,
  clobbering: `<form id="words"></form><a id="acquireVsCodeApi"></a><input name="body">`,
};

async function expectUnharmed(chat: ChatPage, name: string): Promise<void> {
  expect(await chat.page.evaluate(() => globalThis.harmed), name).toBeUndefined();
  expect(chat.troubles(), name).toEqual([]);
  const foreign = await chat.page.evaluate(() =>
    [...document.querySelectorAll(".answer *")]
      .filter((element) => {
        const isForeign = /^(?:script|img|svg|iframe|form|object|style|link|base|meta|math|input|embed|video)$/i;
        const names = element.getAttributeNames();
        return isForeign.test(element.tagName) || names.some((name) => /^(?:on|href|src|style|xlink)/i.test(name));
      })
      .map(({ outerHTML }) => outerHTML),
  );
  expect(foreign, name).toEqual([]);
  expect(new URL(chat.page.url()).pathname, name).toBe("/");
}

describe("an answer that wants to do harm: nothing runs, nothing loads", () => {
  test("whatever it is, at once and as it streams", async () => {
    const chat = await openChatPage({ says: saysConversation([asked("q1", "Go")]) });
    for (const [name, text] of Object.entries(answers)) {
      await chat.say({ type: "message", shown: answered("a1", text) });
      await expectUnharmed(chat, name);
      // As it streams, half a tag is at its end.
      await chat.say({ type: "message", shown: answered("a1", "", { state: { type: "streaming" } }) });
      for (let from = 0; from < text.length; from += 23) {
        await chat.say({ type: "grown", id: "a1", part: "text", from, text: text.slice(from, from + 23) });
      }
      await expectUnharmed(chat, `${name}, as it streams`);
      await chat.say({ type: "message", shown: answered("a1", text) });
      for (const link of await chat.page.locator(".answer a").all()) await link.click();
      await expectUnharmed(chat, `${name}, links clicked`);
    }
    const links = (await chat.posted()).flatMap((message) => (message.type === "link" ? [message.href] : []));
    expect(links.length).toBeGreaterThan(3);
    for (const href of links) expect(href).toMatch(/^https?:/);
  }, 120_000);

  test("the same in names, paths and messages of all kinds", async () => {
    const evil = `"><img src=x onerror="${run}"><script>${run}</script>`;
    const chat = await openChatPage({
      says: saysConversation(
        [
          asked("q1", evil, {
            attachments: [{ reference: { type: "file", uri: evil, path: evil }, text: "", trouble: evil }],
          }),
          answered("a1", "```ts\nx\n```", {
            reasoning: evil,
            model: { id: evil, name: evil },
            state: { type: "failed", message: evil },
            leftOut: [evil],
            blockViews: [
              {
                index: 0,
                path: `../../etc/${evil}`,
                certainty: "unsure",
                reason: evil,
                state: { type: "failed", reason: evil },
                retry: [{ id: evil, name: evil }],
              },
            ],
            batch: { targets: [{ path: evil, certainty: "unsure", blocks: [0] }], state: "idle" },
          }),
        ],
        { title: evil },
      ),
    });
    await chat.page.locator(".reasoning-title").click();
    await expectUnharmed(chat, "names");
  });
});

describe("an answer that is too much: the page stays alive", () => {
  const fence = "```";
  const repeated = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length));
  const long: Readonly<Record<string, string>> = {
    "5 MB of prose": repeated("All work and *no play* makes Jack a `dull` boy.\n\n", 5_000_000),
    "5 MB in one line": repeated("word ", 5_000_000),
    "5 MB without a blank": repeated("x", 5_000_000),
    "5 MB of code": `${fence}ts\n${repeated("const a = 1; // x\n", 5_000_000)}${fence}`,
    "5 MB of code in one line": `${fence}ts\n${repeated("a=1;", 5_000_000)}\n${fence}`,
    "10,000 fences": repeated(`${fence}ts\nlet a = 1;\n${fence}\n\n`, 10_000 * 23),
    "a fence without an end": `${fence}ts\n${repeated("let a = 1;\n", 300_000)}`,
    "quotes in quotes": repeated("> ", 100_000),
    "lists in lists": Array.from({ length: 2_000 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n"),
    brackets: repeated("[", 100_000),
    "links in links": repeated("[a](", 100_000),
    stars: repeated("**a *b ", 100_000),
    underscores: repeated("_a_", 100_000),
    backticks: Array.from({ length: 600 }, (_, count) => "`".repeat(count)).join(" "),
    "a wide table": `${repeated("|a", 20_000)}\n${repeated("|-", 20_000)}\n${repeated("|b", 20_000)}`,
    "a deep path": `${fence}ts ${repeated("a/", 20_000)}b.ts\nx\n${fence}`,
  };
  // Each ends by the limit of the test if the page hangs.
  test("whatever it is", async () => {
    const chat = await openChatPage({ says: saysConversation([asked("q1", "Go")]) });
    for (const [name, text] of Object.entries(long)) {
      await chat.say({ type: "message", shown: answered("a1", text) });
      expect(await chat.page.locator(".answer").count(), name).toBe(1);
      expect(await chat.page.evaluate(() => document.querySelectorAll("*").length), name).toBeLessThan(40_000);
      await chat.page.locator(".messages").hover();
      await chat.page.mouse.wheel(0, -500);
      expect(chat.troubles(), name).toEqual([]);
    }
  }, 180_000);

  test("as it streams, and all of it can be shown", async () => {
    const text = repeated(`${fence}ts\nlet a = 1;\n${fence}\n\n`, 1_000 * 23);
    const chat = await openChatPage({
      says: saysConversation([asked("q1", "Go"), answered("a1", "", { state: { type: "streaming" } })]),
    });
    for (let from = 0; from < text.length; from += 2_000) {
      await chat.say({ type: "grown", id: "a1", part: "text", from, text: text.slice(from, from + 2_000) });
    }
    const blocks = chat.page.locator(".code-block");
    expect(await blocks.count()).toBe(150);
    await chat.page.getByRole("button", { name: "Show more of this answer" }).click();
    await expect.poll(() => blocks.count()).toBe(300);
    expect(chat.troubles()).toEqual([]);
  });
});
