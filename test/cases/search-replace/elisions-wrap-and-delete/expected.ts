import { readFile } from "node:fs/promises";
import { parse } from "./parse";

export async function loadRecipe(path: string): Promise<Recipe> {
  try {
    const text = await readFile(path, "utf8");
    const lines = text.split("\n");
    const head = lines[0] ?? "";

    const recipe = parse(head, lines.slice(1));
    recipe.path = path;
    return recipe;
  } catch (error) {
    throw new Error(`${path} is no recipe`, { cause: error });
  }
}

export function countSteps(recipe: Recipe): number {
  return recipe.steps.length;
}
