import { describe, expect, it } from "vitest";
import { alignByColour, alignByDocument } from "../../../extension/core/review/alignRows.ts";
import { rowsOf } from "./signedRows.ts";

/** For each row the shown one that becomes it, first by the lines of the document, then by colour where that differs. */
function check(name: string, shown: string, rows: string, byDocument: readonly number[], byColour = byDocument): void {
  it(name, () => {
    expect([...alignByDocument(rowsOf(shown), rowsOf(rows))]).toEqual(byDocument);
    expect([...alignByColour(rowsOf(shown), rowsOf(rows))]).toEqual(byColour);
  });
}

describe("rows that stay", () => {
  check("are those of equal text and type", " a|-b|+x| c", " a|-b|+x| c", [0, 1, 2, 3]);
  check("may change their type", " a| b|+x| c", " a|-b| x| c", [0, 1, 2, 3]);
  check("or their text", " a|+x| c", " a|+y| c", [0, 1, 2]);
  check("but not both", " a|+x| c", " a| y| c", [0, -1, 2]);
  check("move with those above", " a| b", " x| y| a|+z| b", [-1, -1, 0, -1, 1]);
  check("move with those that go", " x| y| a|+z| b", " a| b", [2, 4]);
  check("are green ones between equal lines", " a|+x| b|+y| c", " a|+X| b|+Y|+Z| c", [0, 1, 2, 3, -1, 4]);
  check("are looked for by text first, then by type", " a|+x|+y| b", " a|+y|+z| b", [0, 2, -1, 3]);
  check("of other texts are found by their types, in order", "+p|-q|+r", "-s|+t", [1, 2]);
  check("of other texts are each one row only", "+p|-q", "-s|-t", [1, -1]);
  check("of other texts are passed where their type does not come", "+p|-q|+r|-s", "-t| u|-v", [1, -1, 3]);
});

describe("a line that turns red above green ones", () => {
  check("stays, or the green ones do", " a|+x| b| c", " a|-b|+x| c", [0, 2, -1, 3], [0, -1, 1, 3]);
});

describe("a coloured run that grows at its top", () => {
  check("begins with the row that began it", " a|+x| b", " a|+w|+x| b", [0, 1, -1, 2]);
  check("by several rows", "+x| b", "+u|+v|+x| b", [0, -1, -1, 1]);
  check("also at the end", " a|-x", " a|-w|-x", [0, 1, -1]);
  check("where another run is above", "+p|-x", "+p|-w|-x", [0, 1, -1]);
});

describe("rows without colour that come above others", () => {
  check("leave those alone", " x| y", " w| x| y", [-1, 0, 1]);
});
