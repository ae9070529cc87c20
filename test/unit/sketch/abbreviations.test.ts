import { expect, test } from "vitest";
import { isAbbreviated, readAbbreviation } from "../../../extension/core/sketch/abbreviations.ts";

const LINE = '"inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm",';

test.each<[name: string, written: string, line: string, isMeant: boolean]>([
  ["a string cut short", '"inline-flex items-center ...",', LINE, true],
  ["one with a comment behind it", '"inline-flex items-center ...", // unchanged', LINE, true],
  ["one character for the dots", '"inline-flex items-center …",', LINE, true],
  ["another beginning", '"flex items-center gap ...",', LINE, false],
  ["another end", '"inline-flex items-center ...")', LINE, false],
  ["dots that hide next to nothing", "list: Tuple[int, ...]", "list: Tuple[int, str]", false],
  ["a spread", "return { ...state, open: true }", "return { label: state.label, open: true }", false],
  ["next to nothing before the dots", "run(...)", "run(first, second, third, fourth)", false],
  ["no dots", '"inline-flex items-center",', LINE, false],
  ["the same line", "Waiting for the server ...", "Waiting for the server ...", false],
])("%s", (_, written, line, isMeant) => {
  const abbreviation = readAbbreviation(written);
  expect(abbreviation !== undefined && isAbbreviated(line, abbreviation)).toBe(isMeant);
});
