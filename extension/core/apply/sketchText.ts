import type { Edit, FileSketch } from "../sketch/sketch.ts";

/** Writes sketches as one text for a model: code as it was written, edits as SEARCH/REPLACE blocks; nothing for a deletion. */
export function sketchText(sketches: readonly FileSketch[]): string {
  return sketches
    .map(({ sketch }) => {
      switch (sketch.type) {
        case "code":
        case "add":
          return sketch.text;
        case "edits":
          return sketch.edits.map(editText).join("\n");
        case "delete":
          return "";
      }
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

function editText({ search, replace }: Edit): string {
  return ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"].join("\n");
}
