import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { grammars } from "./grammars.mjs";

/** What the engine's binaries hold; their packages have the licence of the binding alone. */
const inBinaries = [
  ["llama.cpp and ggml", "Copyright (c) 2023-2026 The ggml authors"],
  ["cpp-httplib", "Copyright (c) 2017 yhirose"],
  ["JSON for Modern C++", "Copyright (c) 2013-2025 Niels Lohmann"],
];

/**
 * The licences of the packages that files are bundled of, and of the grammars: they want their texts to go along.
 *
 * @param {string} root folder of the project, with `node_modules`
 * @param {readonly string[]} inputs paths as esbuild names them
 * @param {readonly string[]} packages further ones that go along, by name
 */
export async function licences(root, inputs, packages) {
  const folders = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  const all = new Set([...folders, ...packages.map((name) => `node_modules/${name}`)]);
  const texts = new Set(await Promise.all([...all].map((folder) => licenceOf(join(root, folder)))));
  return joined([...[...texts].sort(), ...(await grammarLicences())]);
}

/** The texts of the grammars, each with its notice. */
async function grammarLicences() {
  const apache = await readFile(join(import.meta.dirname, "apache-2.0.txt"), "utf8");
  return Object.entries(grammars).map(([name, { version, licence, notices }]) => {
    const text = licence === "MIT" ? [...notices, "", mit] : [...notices, apache.trim()];
    return `tree-sitter-${name} ${version} (${licence})\n\n${text.join("\n")}\n`;
  });
}

/** The licences of what is inside the engine's binaries. */
export function binaryLicences() {
  return joined(inBinaries.map(([name = "", copyright = ""]) => `${name} (MIT)\n\n${copyright}\n\n${mit}\n`));
}

/** @param {readonly string[]} texts */
function joined(texts) {
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

/** @param {string} folder */
async function licenceOf(folder) {
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const [name, version, licence] = ["name", "version", "license"].map(
    (key) => new RegExp(`"${key}": *"([^"]*)"`).exec(manifest)?.[1],
  );
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "" : await readFile(join(folder, file), "utf8");
  return `${name} ${version} (${licence})\n\n${text.trim()}\n`;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
