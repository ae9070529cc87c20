import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { ProvidersOptions } from "../../../extension/providers/providers.ts";
import { rewrite, rewriterAt, rewritten, sse, startRawServer, task, wrapped } from "./asking.ts";

const chat = ["openai-compatible", "text/event-stream"] as const;
const completions = ["completions", "application/json"] as const;

/** What becomes of an answer that `write` gives; `sent` counts its bytes, and `isOpen` tells whether it is still wanted. */
async function answering(
  [id, contentType]: readonly [id: string, contentType: string],
  write: (send: (bytes: string, then?: () => void) => void, isOpen: () => boolean) => void,
  timing: ProvidersOptions["timing"] = {},
) {
  const answers: ServerResponse[] = [];
  let sent = 0;
  await using server = await startRawServer((request, response) => {
    request.resume();
    answers.push(response);
    response.writeHead(200, { "content-type": contentType });
    const isOpen = () => !response.destroyed;
    write((bytes, then) => {
      sent += bytes.length;
      if (isOpen()) response.write(bytes, then);
    }, isOpen);
  });
  const result = await rewrite(rewriterAt(id, `${server.origin}/v1`, { timing }));
  await expect.poll(() => answers.every(({ destroyed }) => destroyed)).toBe(true);
  return { ...result, sent, requests: answers.length };
}

test.each([
  ["a line", chat, "x"],
  ["an event", chat, "data: x"],
  ["comments", chat, ": still here\n\n"],
  ["events without text", chat, sse({ choices: [] })],
  ["a line", ["relace", "text/event-stream"], "x"],
  ["a text", completions, "x"],
  ["blanks", completions, " "],
] as const)("%s without end, %j: it is read up to a limit", async (_, vendor, piece) => {
  const first = piece.startsWith("data: x") ? "data: " : "";
  const rest = piece.replace("data: x", "x");
  const part = rest.repeat(Math.ceil(65_536 / rest.length));
  const { failure, text, sent, requests } = await answering(vendor, (send, isOpen) => {
    send(first);
    const more = () => {
      if (isOpen()) send(part, () => setImmediate(more));
    };
    more();
  });
  expect(failure?.type).toBe("bad-answer");
  expect(failure?.message).toContain("sends far more than an answer can have");
  expect(text).toBe("");
  expect(requests).toBe(1);
  // What lies in the buffers of both sides comes on top.
  expect(sent).toBeGreaterThan(1_048_576);
  expect(sent).toBeLessThan(16 * 1_048_576);
});

test.each([
  ["comments", chat, ": still here\n\n"],
  ["events without text", chat, sse({ choices: [{ delta: { content: "", reasoning_content: "Hm." } }] })],
  ["blanks", completions, " "],
] as const)("%s that go on and on, %j: the wait for text ends", async (_, vendor, piece) => {
  const { failure, requests } = await answering(
    vendor,
    (send, isOpen) => {
      const beat = setInterval(() => {
        if (isOpen()) send(piece);
        else clearInterval(beat);
      }, 20);
    },
    { textMs: 300 },
  );
  expect(failure?.type).toBe("timeout");
  expect(failure?.message).toMatch(/ keeps the connection open, but has sent no text for 1 second\./);
  expect(requests).toBe(1);
});

test.each([0, 1_200])("text that comes slowly is waited for, and so is a reader that takes %i ms", async (readerMs) => {
  const pieces = wrapped(rewritten).match(/[^]{1,150}/g) ?? [];
  await using server = await startRawServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (index: number) => {
      response.write(
        sse({ choices: [{ delta: { content: pieces[index] }, finish_reason: pieces[index + 1] ? null : "stop" }] }),
      );
      if (index + 1 < pieces.length) setTimeout(send, 150, index + 1);
      else response.end();
    };
    send(0);
  });
  expect(pieces.length).toBeGreaterThan(7);
  const rewriter = rewriterAt("openai-compatible", server.origin, { timing: { textMs: 1_000 } });
  let text = "";
  for await (const event of rewriter.rewrite(task, new AbortController().signal)) {
    if (event.type !== "text") continue;
    if (text === "") await new Promise((resolve) => setTimeout(resolve, readerMs));
    text += event.text;
  }
  expect(text).toBe(rewritten);
});
