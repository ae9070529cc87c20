import { languageOfPath } from "../../../extension/core/sketch/languages.ts";
import { extractFunction } from "../../../extension/evaluation/generate/edits/extract.ts";
import { moveUnit } from "../../../extension/evaluation/generate/edits/move.ts";
import { removeStatement, removeUnit } from "../../../extension/evaluation/generate/edits/remove.ts";
import { renameUnit } from "../../../extension/evaluation/generate/edits/rename.ts";
import { unwrapStatements } from "../../../extension/evaluation/generate/edits/unwrap.ts";
import { wrapStatements } from "../../../extension/evaluation/generate/edits/wrap.ts";
import { createRandom } from "../../../extension/evaluation/generate/random.ts";
import { editBetween, type ScriptedEdit } from "../../../extension/evaluation/generate/script.ts";

const ALL = [removeUnit, removeStatement, renameUnit, wrapStatements, unwrapStatements, extractFunction, moveUnit];

/** Some lines changed as a commit would, and up to two more edits on top. */
export function randomEdit(path: string, text: string, seed: number): ScriptedEdit {
  const random = createRandom(seed);
  const before = text.split("\n");
  const after = before.flatMap((line) => {
    const chance = random.next();
    if (line === "" || chance > 0.12) return [line];
    return chance < 0.04 ? [] : chance < 0.08 ? [line, `${line} // new`] : [`${line} // changed`];
  });
  let edit = editBetween(path, languageOfPath(path), before, after);
  for (let count = random.between(0, 2); count > 0; count--) edit = random.pick(ALL)(edit, random) ?? edit;
  return edit;
}
