import { expect, onTestFinished, test } from "vitest";
import { findServers } from "../../../extension/host/local/loopbackServers.ts";
import { startModelServer } from "../../servers/modelServer.ts";

test("servers that answer are found with their models, and nobody elsewhere is asked", async () => {
  const ollama = await startModelServer("ollama");
  onTestFinished(() => ollama.close());
  const gone = await startModelServer("lmstudio");
  await gone.close();
  const silent = await startModelServer("plain", { key: "needed" });
  onTestFinished(() => silent.close());
  const asked: string[] = [];
  const send: typeof fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : input.toString());
    return fetch(input, init);
  };
  const providers = [
    ...[gone, silent, ollama].map(({ url }) => ({ baseUrl: url })),
    ...["", "no address", "http://192.0.2.1:8000/v1", "https://models.example/v1"].map((baseUrl) => ({ baseUrl })),
  ];
  expect(await findServers(providers, send, 10_000)).toEqual([
    { provider: { baseUrl: ollama.url }, models: ["qwen3:8b", "nomic-embed-text:latest"] },
  ]);
  expect(asked).toEqual([gone, silent, ollama].map(({ url }) => `${url}/models`));
});
