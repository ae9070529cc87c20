// expect: nothing
import { diffLines } from "diff";
import { diff } from "../diff/diff.ts";
import { merge } from "../merge/merge.ts";
import { proof } from "../proof/proof.ts";
import { sketch } from "../sketch/sketch.ts";
import { text } from "../text/text.ts";

export const allowed = [diffLines, diff, merge, proof, sketch, text];
