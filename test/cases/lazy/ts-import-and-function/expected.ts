import { readFile, stat } from "node:fs/promises";
import path from "node:path";

import { TemplateError } from "./errors.js";
import { parse } from "./parse.js";

const CACHE = new Map<string, unknown>();

export async function loadTemplate(root: string, name: string) {
  const file = path.join(root, `${name}.tmpl`);
  const hit = CACHE.get(file);
  if (hit) {
    return hit;
  }
  const info = await stat(file);
  if (!info.isFile()) {
    throw new TemplateError(`${name} is not a file`);
  }
  const text = await readFile(file, "utf8");
  const template = parse(text);
  CACHE.set(file, template);
  return template;
}

export function forget(file: string) {
  CACHE.delete(file);
}

export function forgetAll() {
  CACHE.clear();
}
