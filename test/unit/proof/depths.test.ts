import { describe, expect, it } from "vitest";
import { compare } from "../../../extension/core/proof/comparison.ts";
import { findMisplaced } from "../../../extension/core/proof/depth.ts";
import { placePieces, readShownPieces } from "../../../extension/core/proof/pieces.ts";
import type { Finding } from "../../../extension/core/proof/proof.ts";
import { beginWork } from "../../../extension/core/text/work.ts";

/** What is said of lines that stand otherwise than anything has them; they count from 1, the last one included. */
const shifted = (start: number, end = start): Finding =>
  depth(start, end, "indented otherwise than in the sketch and in the file.");

/** What is said of lines that do not fit the block around them. */
const loose = (start: number, end = start): Finding => depth(start, end, "not as deep as the block around says.");

function depth(start: number, end: number, what: string): Finding {
  const where = start === end ? `line ${start} of the result is` : `lines ${start} to ${end} of the result are`;
  return { type: "depth", message: `${where} ${what}`, rewrite: { start: start - 1, end } };
}

function check(language: string, text: string, sketch: string, result: string, findings: readonly Finding[]): void {
  const comparison = compare({ text, language, parser: undefined, tree: undefined }, result);
  const work = beginWork();
  const { pieces } = readShownPieces(sketch, 0, comparison, work);
  const placing = placePieces(pieces, comparison, work);
  expect(placing && findMisplaced(pieces, placing, comparison)).toEqual(findings);
}

const script = `function send(mail) {
  sign(mail);
  post(mail);
  log(mail);
}

function read(mail) {
  open(mail);
  show(mail);
}
`;
const steps = "one();\ntwo();\nthree();\n";
const taste = "<ul>\n  <li>\n    go();\n  </li>\n</ul>\n";
const odd = `one();
    two();
three();
`;
const runs = "fun send(mail: Mail) {\n  val all = run {\n    open(mail)\n  }\n  post(all)\n}\n";
const long = (misfit: string, end: string): string =>
  `one();\n${misfit}\n${Array.from({ length: 47 }, (_, at) => `step(${at});\n`).join("")}${end}`;

describe("the depth of lines beside their neighbours", () => {
  it.each<[name: string, language: string, text: string, sketch: string, result: string, findings: readonly Finding[]]>(
    [
      [
        "is that of the sketch for new lines, and findings stand in the order of the result",
        "javascript",
        script,
        "function send(mail) {\n  try {\n    // ...\n  } finally {\n    seal(mail);\n    close(mail);\n  }\n}\n// ...\n",
        script
          .replace("  sign", "  try {\n    sign")
          .replace("  log(mail);", "    log(mail);\n  } finally {\n    seal(mail);\n        close(mail);\n  }"),
        [shifted(3), shifted(5), shifted(8)],
      ],
      [
        "may be that of the file for lines that the sketch shows otherwise",
        "javascript",
        script,
        "// ...\n  sign(mail);\n      post(mail);\n  seal(mail);\n  log(mail);\n// ...\n",
        script.replace("  log", "  seal(mail);\n  log"),
        [],
      ],
      [
        "is wrong for the line that stands alone with it, not for the last one beside it",
        "javascript",
        script,
        "// ...\n  sign(mail);\n  seal(mail);\n  stamp(mail);\n  fold(mail);\n// ...\n",
        script.replace("  post", "  seal(mail);\n      stamp(mail);\n  fold(mail);\n  post"),
        [shifted(4)],
      ],
      [
        "is wrong for what is new where only what is kept stands alone",
        "javascript",
        script,
        "// ...\nseal(mail);\npost(mail);\nfold(mail);\n// ...\n",
        script.replace("  post(mail);\n", "seal(mail);\n  post(mail);\nfold(mail);\n"),
        [shifted(3), shifted(5), loose(4), loose(6)],
      ],
      [
        "changes alike for what is kept in a block, the first line of the file as well",
        "javascript",
        steps,
        "try {\n  // ...\n} finally {\n  stop();\n}\n",
        "try {\none();\n  two();\n  three();\n} finally {\n  stop();\n}\n",
        [shifted(3, 4), loose(2)],
      ],
      [
        "says nothing where it is taste",
        "html",
        taste,
        "<!-- ... -->\n    go();\n      stop();\n<!-- ... -->\n",
        taste.replace("go();\n", "go();\n      stop();\n"),
        [],
      ],
      [
        "says nothing in a file of a few lines of which one is odd",
        "javascript",
        odd,
        "// ...\nthree();\n    four();\n",
        `${odd}    four();\n`,
        [],
      ],
      [
        "is judged where no more than one line of fifty is odd",
        "javascript",
        long("    two();", "three();\n"),
        "// ...\nthree();\n    four();\n",
        long("    two();", "three();\n    four();\n"),
        [loose(51)],
      ],
      [
        "may be as the sketch shows it, unless depth is syntax",
        "javascript",
        script,
        "// ...\n  sign(mail);\n  seal(mail);\n      stamp(mail);\n  post(mail);\n// ...\n",
        script.replace("  post", "  seal(mail);\n      stamp(mail);\n  post"),
        [],
      ],
      [
        "may be deeper for what goes on behind a block",
        "kotlin",
        runs,
        "// ...\n  }\n    .first()\n  post(all)\n}\n",
        runs.replace("  }\n", "  }\n    .first()\n"),
        [],
      ],
      [
        "may not be as the sketch shows it where depth is syntax",
        "python",
        "def send(mail):\n    sign(mail)\n    post(mail)\n",
        "# ...\n    sign(mail)\n    seal(mail)\n        stamp(mail)\n    post(mail)\n",
        "def send(mail):\n    sign(mail)\n    seal(mail)\n        stamp(mail)\n    post(mail)\n",
        [loose(4)],
      ],
      [
        "may not be otherwise than the sketch shows it, also if lines move together",
        "javascript",
        script,
        "// ...\n  sign(mail);\n  seal(mail);\n  stamp(mail);\n  fold(mail);\n  post(mail);\n// ...\n",
        script.replace("  post", "  seal(mail);\n      stamp(mail);\n      fold(mail);\n  post"),
        [loose(4)],
      ],
    ],
  )("%s", (_, language, text, sketch, result, findings) => {
    check(language, text, sketch, result, findings);
  });
});

/** Puts lines into a function, as its sketch shows them. */
function checkWithin(language: string, lines: readonly string[], wrong: number | undefined): void {
  const [head, first, last, end, dots] =
    language === "python"
      ? ["def send(mail):", "  sign(mail)", "  post(mail)", "", "# ..."]
      : ["function send(mail) {", "  sign(mail);", "  post(mail);", "}\n", "// ..."];
  const text = `${head}\n${first}\n${last}\n${end}`;
  const shown = lines.join("\n");
  const result = `${head}\n${first}\n${shown}\n${last}\n${end}`;
  check(language, text, `${dots}\n${shown}\n  ${dots}\n`, result, wrong === undefined ? [] : [loose(wrong + 2)]);
}

describe("the depth of lines in a block", () => {
  it.each<[name: string, language: string, lines: readonly string[], wrong: number]>([
    ["a comment behind a bracket", "javascript", ["  open( // now", "  mail,", "  );"], 2],
    ["a closed comment behind a bracket", "c", ["  open( /* now */", "  mail,", "  );"], 2],
    ["a closed comment and blanks behind a bracket", "c", ["  open( /* now */  ", "  mail,", "  );"], 2],
    ["a comment behind a colon", "python", ["  if mail:  # not now", "  open(mail)"], 2],
    ["a comment behind a semicolon", "javascript", ["  open(mail); // not now", "    show(mail);"], 2],
    ["a dot within the line", "javascript", ["  open(mail);", "    mail.show();"], 2],
    ["a sign of a decorator within the line", "javascript", ["  if (mail) {", '  open("a@b");', "  }"], 2],
    ["a name and its value", "javascript", ["  open({", "  at: 1,", "  });"], 2],
    ["a colon within the line above", "python", ["  part = mail[1:2]", "    open(part)"], 2],
    ["a bracket in double quotes", "python", ['  sign = "[("', "    open(sign)"], 2],
    ["brackets in quotes further up", "python", ['  sign = "[("', "  open(sign)", "    show(sign)"], 3],
    ["brackets in single quotes further up", "python", ["  sign = '[('", "  open(sign)", "    show(sign)"], 3],
    ["a bracket in a comment further up", "python", ["  open(mail)  # not (now", "  sign()", "    show()"], 3],
    ["a label at the edge", "c", ["  open(mail);", "retry:", "    show(mail);"], 3],
    ["two colons at the edge", "perl", ["Mail::open(mail);", "  show(mail);"], 2],
  ])("is wrong in spite of %s", (_, language, lines, wrong) => {
    checkWithin(language, lines, wrong);
  });

  it.each<[name: string, language: string, lines: readonly string[]]>([
    ["behind a bracket that closes at once", "javascript", ["  open(", "  );"]],
    ["of what a bracket closes, behind words", "javascript", ["  if (mail) {", "  }"]],
    ["behind a condition on the same line", "javascript", ["  if (mail) open({ at: 1 });", "  show(mail);"]],
    ["behind a colon and a comment", "python", ["  if mail:  # not now", "    open(mail)"]],
    ["of what the preprocessor reads", "c", ["  if (mail) {", "#ifdef DEBUG", "    show(mail);", "#endif", "  }"]],
    ["of a case", "javascript", ["  switch (mail) {", "  case 0:", "    open(mail);", "  }"]],
    ["of a label", "c", ["  for (;;) {", "  retry:", "    open(mail);", "  }"]],
    ["of a label with a comment", "c", ["  for (;;) {", "  retry: // once more", "    open(mail);", "  }"]],
    ["of a word for who may see the rest", "cpp", ["  class Box {", "  public slots:", "    void open();", "  };"]],
    ["in brackets that open in a line that goes on", "python", ["  all = (find(mail)", "      .filter(", "    one))"]],
    ["within brackets, where any will do", "python", ["  open(", "      mail,", "    now,", "  )"]],
  ])("is right %s", (_, language, lines) => {
    checkWithin(language, lines, undefined);
  });

  it("is right for a list beneath a key that ends with a word that opens blocks elsewhere", () => {
    const text = "name: pool\nsize: 3\n";
    check("yaml", text, "# ...\nto do with:\n- water\n", `${text}to do with:\n- water\n`, []);
  });
});
