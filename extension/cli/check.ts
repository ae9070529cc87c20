import { resolve } from "node:path";
import { chooseLanguage } from "../core/apply/chooseLanguage.ts";
import { selectForFile } from "../core/targets/fileSketches.ts";
import type { SyntaxParser } from "../core/text/syntax.ts";
import { readOriginal } from "../core/merge/original.ts";
import { judgeReply } from "../core/proof/judgeReply.ts";
import type { Proof } from "../core/proof/proof.ts";
import { readReply } from "../core/sketch/readReply.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { readTextFile } from "../node/files.ts";
import { proofToJson } from "./json.ts";
import { reportLeft, reportNoCode, reportProof, reportTrouble } from "./report.ts";
import { readInput } from "./sketchInput.ts";
import { EXIT, print, type ExitCode, type Surroundings } from "./surroundings.ts";

export interface CheckOptions {
  readonly file: string;
  /** The new text of the file, whoever made it. */
  readonly rewrite: string;
  readonly sketch: string;
  readonly json: boolean;
}

/** Judges a rewrite of a file against the sketch that asked for it, and prints the proof. */
export async function check(surroundings: Surroundings, options: CheckOptions): Promise<ExitCode> {
  const { cwd, stdout, stderr, parsers } = surroundings;
  const file = await readTextFile(options.file, resolve(cwd, options.file));
  const rewrite = await readInput(surroundings, options.rewrite);
  const reply = await readInput(surroundings, options.sketch);
  if (file.type !== "file" || rewrite.type !== "text" || reply.type !== "text") {
    const troubles = [file, rewrite, reply].filter((read) => read.type !== "file" && read.type !== "text");
    await print(stderr, troubles.map(reportTrouble).join(""));
    return EXIT.fileTrouble;
  }
  const path = file.absolute.replaceAll("\\", "/");
  const language = chooseLanguage(undefined, path, []);
  const { taken, left } = selectForFile(readReply(reply.text, { path, language, original: file.text }), path);
  await print(stderr, reportLeft(left, false));
  if (taken.length === 0) {
    await print(stderr, reportNoCode());
    return EXIT.notSure;
  }
  const known = chooseLanguage(undefined, path, taken);
  const parser = known === undefined ? undefined : await parsers.load(known);
  const proof = judge(file.text, taken, rewrite.text, known, parser);
  const exitCode = proof.holds ? EXIT.applied : EXIT.notSure;
  await print(
    stdout,
    options.json
      ? `${JSON.stringify({ path: options.file, proof: proofToJson(proof), exitCode })}\n`
      : reportProof(proof, {
          original: options.file,
          rewrite: options.rewrite,
          sketch: options.sketch,
        }),
  );
  return exitCode;
}

function judge(
  text: string,
  sketches: readonly FileSketch[],
  rewrite: string,
  language: string | undefined,
  parser: SyntaxParser | undefined,
): Proof {
  const original = readOriginal(text, language, parser);
  try {
    return judgeReply(original, sketches, rewrite);
  } finally {
    original.tree?.dispose();
  }
}
