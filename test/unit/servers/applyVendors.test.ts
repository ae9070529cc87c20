import OpenAI from "openai";
import { expect, test } from "vitest";
import { clientOf, refusal, serve, stream } from "./asking.ts";

const vendors = [
  { dialect: "morph", model: "morph-v3-fast", path: "", instruction: "instructions" },
  { dialect: "relace", model: "relace-apply-3", path: "/apply", instruction: "instruction" },
] as const;

const tagged = (content: string) => [{ role: "user", content }];
const messages = tagged(
  "<instruction>Count up.</instruction>\n<code>one two three four</code>\n<update>one two five four</update>",
);

test.each(vendors)("$dialect streams as chat, and drafts from the file", async ({ dialect, model, path }) => {
  const server = await serve(dialect, { answer: "one two three four" });
  const options = { model, messages, stream_options: { include_usage: true } };
  const { text, usage, events } = await stream(clientOf(server, path), options);
  expect(text).toBe("one two three four");
  expect(usage).toMatchObject({ completion_tokens: 4 });
  expect(events).toHaveLength(4);
});

test.each(vendors)("$dialect refuses other messages", async ({ dialect, model, path }) => {
  const client = clientOf(await serve(dialect), path);
  for (const wrong of [
    tagged("<code>one</code>"),
    tagged("<update>one</update>\n<code>one</code>"),
    tagged("Apply this. <code>one</code><update>two</update>"),
    [{ role: "system", content: "" }],
    [...messages, ...messages],
    [],
  ]) {
    expect(await refusal(client, { model, messages: wrong })).toBeInstanceOf(OpenAI.BadRequestError);
  }
  expect(await refusal(client, { model, messages, prediction: "one" })).toBeInstanceOf(OpenAI.BadRequestError);
  expect(await refusal(client, { messages })).toBeInstanceOf(OpenAI.NotFoundError);
  await stream(client, { model, messages: tagged("<code></code><update>one</update>") });
});

test.each(vendors)("$dialect merges code as one value", async ({ dialect, model, instruction }) => {
  const server = await serve(dialect, { answer: "one two\n" });
  const post = async (body: unknown) => {
    const response = await fetch(`${server.url}/code/apply`, {
      method: "POST",
      headers: { authorization: "Bearer key" },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  };
  const request = { model, initial_code: "one\n", edit_snippet: "two\n" };
  expect(await post({ ...request, [instruction]: "Count." })).toMatchObject({
    status: 200,
    body: { mergedCode: "one two\n", usage: { completion_tokens: 3 } },
  });
  expect(await post({ ...request, surprise: 1 })).toMatchObject({ status: 400 });
  expect(await post({ ...request, initial_code: undefined })).toMatchObject({ status: 400 });
  expect(await post({ ...request, edit_snippet: undefined })).toMatchObject({ status: 400 });
  expect(await post({ ...request, stream: true })).toMatchObject({ status: 400 });
});

test("an answer ends at Morph's limit", async () => {
  const client = clientOf(await serve("morph", { answer: "word ".repeat(17_000) }));
  expect(await stream(client, { model: "auto", messages })).toMatchObject({ finish: "length" });
});
