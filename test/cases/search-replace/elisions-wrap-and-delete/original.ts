import { readFile } from "node:fs/promises";
import { parse } from "./parse";

export async function loadRecipe(path: string): Promise<Recipe> {
  const text = await readFile(path, "utf8");
  const lines = text.split("\n");
  const head = lines[0] ?? "";

  const recipe = parse(head, lines.slice(1));
  recipe.path = path;
  return recipe;
}

export function oldRecipe(text: string): Recipe {
  const [head, ...rest] = text.split("\r\n");
  const recipe = parse(head, rest);
  recipe.isOld = true;
  return recipe;
}

export function countSteps(recipe: Recipe): number {
  return recipe.steps.length;
}
