import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { startModelServer } from "../../servers/modelServer.ts";
import { cleanUp, folderOf, original, twins, unsure } from "../cli/applying.ts";
import { edit, endClients, startTools, type ToolClient } from "./toolClient.ts";

cleanUp();
endClients();

/** What the published schema of the protocol calls the messages of a server; it is written in TypeScript, and the SDK has a copy. */
const PRELUDE = `import type {
  CallToolResult, EmptyResult, InitializeResult, JSONRPCErrorResponse, JSONRPCResultResponse, ListRootsRequest, ListToolsResult, ProgressNotification,
} from "@modelcontextprotocol/sdk/spec.types.js";
type Answer<Result> = Omit<JSONRPCResultResponse, "result"> & { result: Result };
type Known<Type> = { [Name in keyof Type as string extends Name ? never : Name]: Type[Name] };
`;

/** The complaints of TypeScript about values, each with the type that it should have. */
function complaints(typed: readonly (readonly [type: string, value: unknown])[]): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  };
  // It is nowhere on the disk, but imports as if it lay here.
  const file = join(import.meta.dirname, "messages.ts");
  const lines = typed.map(([type, value]) => `(${JSON.stringify(value)}) satisfies ${type};`);
  const text = `${PRELUDE}${lines.join("\n")}\n`;
  const host = ts.createCompilerHost(options);
  const [readSource, isThere] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
  host.fileExists = (path) => path === file || isThere(path);
  host.getSourceFile = (path, target) =>
    path === file ? ts.createSourceFile(path, text, target, true) : readSource(path, target);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

test("the types catch what is no message", () => {
  expect(
    complaints([
      ["Answer<CallToolResult>", { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text" }] } }],
      ["Answer<CallToolResult>", { jsonrpc: "2.0", id: null, result: { content: [] } }],
      ["ProgressNotification", { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } }],
    ]),
  ).toHaveLength(3);
});

test("every message of the server fits the published schema", { timeout: 60_000 }, async () => {
  const folder = folderOf({ "greet.js": original, "twins.js": twins });
  const model = await startModelServer("openai", { answer: "<updated-code>\n</updated-code>", key: "sk-right" });
  const typed: (readonly [string, unknown])[] = [];
  const hear = ({ delivered }: ToolClient, kinds: readonly string[]): void => {
    const answers = delivered.filter((message) => !("method" in message));
    expect(answers).toHaveLength(kinds.length);
    answers.forEach((answer, index) => typed.push([kinds[index] ?? "never", answer]));
    for (const message of delivered) {
      if (!("method" in message)) continue;
      typed.push([message.method === "roots/list" ? "ListRootsRequest" : "ProgressNotification", message]);
    }
  };
  try {
    const alone = await startTools(["--auto"], { folders: [folder] });
    await alone.client.listTools();
    await alone.client.ping();
    await alone.call("edit_file", edit("greet.js", "// new\n// ... existing code ...\n"));
    await alone.call(
      "preview_edit",
      edit("greet.js", 'import { log } from "./log";\nlog();\n// ... existing code ...\n'),
    );
    await alone.call("edit_file", edit("twins.js", unsure));
    await alone.call("edit_file", edit("../x", "a"));
    await alone.call("edit_file", {});
    await expect(alone.client.callTool({ name: "none" })).rejects.toThrow();
    await expect(alone.client.listResources()).rejects.toThrow();
    const called = "Answer<Known<CallToolResult>>";
    hear(alone, [
      "Answer<Known<InitializeResult>>",
      "Answer<Known<ListToolsResult>>",
      "Answer<Record<string, never>>",
      ...Array.from({ length: 5 }, () => called),
      "JSONRPCErrorResponse",
      "JSONRPCErrorResponse",
    ]);

    const asking = await startTools(["--root", folder, "--provider", "openai", "--base-url", model.url], {
      env: { FAST_APPLY_API_KEY: "sk-right" },
    });
    await asking.call("edit_file", edit("twins.js", unsure), { onprogress: () => undefined });
    hear(asking, ["Answer<Known<InitializeResult>>", called]);
  } finally {
    await model.close();
  }
  expect(typed.some(([type]) => type === "ProgressNotification")).toBe(true);
  expect(typed.some(([type]) => type === "ListRootsRequest")).toBe(true);
  expect(complaints(typed)).toEqual([]);
});
