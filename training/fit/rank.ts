import { createFactors } from "../../extension/core/merge/model/factors.ts";
import { buildLattice } from "../../extension/core/merge/model/lattice.ts";
import { contextOf, observeCode } from "../../extension/core/merge/model/observeCode.ts";
import { findTextReadings, joinRuled } from "../../extension/core/merge/model/readings.ts";
import { sumBackward } from "../../extension/core/merge/model/sums.ts";
import { noneFeatures, textFeatures } from "../../extension/core/merge/model/textFeatures.ts";
import { readOriginal } from "../../extension/core/merge/original.ts";
import { mergeByRules } from "../../extension/core/merge/rules/mergeByRules.ts";
import { readShownCode } from "../../extension/core/merge/shownCode.ts";
import type { SyntaxParsers } from "../../extension/core/text/syntax.ts";
import { beginWork } from "../../extension/core/text/work.ts";
import { languageOfPath } from "../../extension/core/sketch/languages.ts";
import { isSameText } from "../../extension/core/text/lines.ts";
import { readCase, type Case } from "./prepare.ts";

/** The readings of one sketch of a case, as the ranking sees them. */
interface RankedSketch {
  readonly readings: readonly (readonly string[])[];
  readonly none: readonly string[];
  /** Indices of the readings that give a text that was meant, if this is the last sketch of the case. */
  readonly right: readonly number[];
}

/** A case with the readings that a lattice finds of each of its sketches, each on what the one before gave. */
export interface RankedCase {
  readonly one: Case;
  readonly sketches: readonly RankedSketch[];
  /** All of the answer is code that the model can read. */
  readonly isRead: boolean;
}

/** Finds the readings of a case by the weights of a lattice that has not seen it. */
export async function readForRanking(
  one: Case,
  weights: ReadonlyMap<string, number>,
  parsers: SyntaxParsers,
): Promise<RankedCase> {
  const language = languageOfPath(one.path);
  const parser = language === undefined ? undefined : await parsers.load(language);
  const found = readCase(one);
  const sketches: RankedSketch[] = [];
  const factors = createFactors(weights);
  let text = one.original;
  for (const each of found) {
    const { sketch, said } = each;
    if (sketch.type !== "code") return { one, sketches, isRead: false };
    const original = readOriginal(text, language, parser);
    try {
      const shown = readShownCode(sketch.text, original);
      if ("nothing" in shown) return { one, sketches, isRead: false };
      const isWhole = sketch.isWhole === true;
      const ruled = mergeByRules(shown, isWhole, original, beginWork());
      const context = contextOf(each, found.length > 1);
      const observed = observeCode(shown, isWhole, original, beginWork(), context);
      const lattice = buildLattice(observed, factors);
      if (!lattice) return { one, sketches, isRead: false };
      const readings = joinRuled(
        observed,
        findTextReadings(observed, lattice, sumBackward(lattice, factors.scores)),
        ruled,
      );
      const meant = one.expect_refusal === true ? [] : [one.expected, ...(one.expected_alts ?? [])];
      sketches.push({
        readings: readings.map((_, at) => textFeatures(observed, said ?? [], readings, at)),
        none: noneFeatures(observed, said ?? [], readings),
        right: readings.flatMap((reading, at) => (meant.some((each) => isSameText(each, reading.text)) ? [at] : [])),
      });
      text = readings[0]?.text ?? text;
    } finally {
      original.tree?.dispose();
    }
  }
  return { one, sketches, isRead: sketches.length > 0 };
}
