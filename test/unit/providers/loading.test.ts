import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("neither the extension nor the command line reads the client of models when it starts", async () => {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
    entryPoints: ["extension/main.ts", "extension/cli/main.ts"],
    external: ["vscode"],
    outdir: "out",
    write: false,
    bundle: true,
    metafile: true,
    platform: "node",
    format: "esm",
    splitting: true,
    logLevel: "silent",
  });
  const { outputs } = metafile;
  const isClient = (path: string) => path.startsWith("node_modules/openai/");
  const entries = Object.values(outputs).filter(({ entryPoint }) =>
    /^extension\/(cli\/)?main\.ts$/.test(entryPoint ?? ""),
  );
  expect(entries).toHaveLength(2);

  // A set is walked while it grows.
  const atStart = new Set(entries);
  for (const { imports } of atStart) {
    for (const { path, kind } of imports) {
      const output = outputs[path];
      if (kind === "import-statement" && output !== undefined) atStart.add(output);
    }
  }
  expect([...atStart].flatMap(({ inputs }) => Object.keys(inputs)).filter(isClient)).toEqual([]);
  // It is in the bundle all the same, unless it has moved and this test sees nothing.
  expect(
    Object.values(outputs)
      .flatMap(({ inputs }) => Object.keys(inputs))
      .some(isClient),
  ).toBe(true);
});
