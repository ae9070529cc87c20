import { test } from "vitest";
import { checkCode, cut } from "./checkCode.ts";

const script = `function send(mail) {
  sign(mail);
  post(mail);
}

function read(mail) {
  open(mail);
}
`;
const guardedImport = `import os

try:
    import fast
except ImportError:
    fast = None
else:
    fast.open()
close(fast)
`;
const guard = `# ...
def read(mail):
    if mail.old:
        drop(mail)
    # ...
`;
const lines = `def read(mail):
    open(mail)
    text = decode(
        mail.body,
        mail.set,
    )
    return text

def send(mail):
    post(mail)
`;
const guarded = cut(lines, [2], "    if mail.old:", "        drop(mail)", "    open(mail)");
const wrap = "function send(mail) {\n  try {\n    // ...\n  } finally {\n    close(mail);\n  }\n}\n// ...\n";
const wrapped = cut(
  script,
  [2, 3],
  "  try {",
  "    sign(mail);",
  "    post(mail);",
  "  } finally {",
  "    close(mail);",
  "  }",
);
const wide = "// ...\nfunction read(mail) {\n    if (mail) {\n        open(mail);\n    }\n}\n";
const inFile = cut(script, [7], "  if (mail) {", "    open(mail);", "  }");
const jobs = "build:\n  steps:\n    - lint\n    - test\ndeploy:\n  steps:\n    - push\n";
const page = "<ul>\n  <li>\n      One\n  </li>\n</ul>\n";
const sum = "total = (\n    one\n    + two\n)\nshow(total)\n";
const menu = "switch (key) {\n  case 1:\n    one();\n    break;\n}\n";

test.each<[string, string, string, string, string, readonly string[]]>([
  ["as the sketch has it", "python", lines, guard, guarded, []],
  [
    "a new line too deep",
    "python",
    lines,
    guard,
    guarded.replace("        drop", "            drop"),
    ["depth: line 3"],
  ],
  [
    "a new line not deep enough",
    "python",
    lines,
    guard,
    guarded.replace("        drop", "    drop"),
    ["depth: line 3"],
  ],
  [
    "new lines all too deep",
    "python",
    lines,
    guard,
    guarded.replace("    if", "     if").replace("        drop", "         drop"),
    ["depth: line 4"],
  ],
  [
    "a kept line too deep",
    "python",
    lines,
    guard,
    guarded.replace("    return text", "        return text"),
    ["depth: line 9"],
  ],
  ["kept lines that move with a new block", "javascript", script, wrap, wrapped, []],
  [
    "one of them that does not",
    "javascript",
    script,
    wrap,
    wrapped.replace("    sign", "  sign"),
    ["depth: line 4", "depth: line 3"],
  ],
  [
    "none of them moves",
    "javascript",
    script,
    wrap,
    wrapped.replace("    sign", "  sign").replace("    post", "  post"),
    ["depth: line 3"],
  ],
  ["a sketch with other units", "javascript", script, wide, inFile, []],
  [
    "a sketch with other units, to the letter",
    "javascript",
    script,
    wide,
    inFile.replace("    open", "        open"),
    ["depth: line 8"],
  ],
  [
    "a line behind a line that ends",
    "javascript",
    script,
    `// ...\n  sign(mail);\n    log(mail);\n  // ...\n`,
    cut(script, [2], "  sign(mail);", "    log(mail);"),
    ["depth: line 3"],
  ],
  [
    "a line that goes on",
    "javascript",
    script,
    `// ...\n  sign(mail);\n    // ...\n  find(mail)\n    .flag();\n}\n// ...\n`,
    cut(script, [3], "  post(mail);", "  find(mail)", "    .flag();"),
    [],
  ],
  [
    "an argument on a line of its own",
    "javascript",
    script,
    `// ...\n  open(\n    mail,\n  );\n}\n`,
    cut(script, [7], "  open(", "    mail,", "  );"),
    [],
  ],
  [
    "an argument as deep as its call",
    "javascript",
    script,
    `// ...\n  open(\n  mail,\n  );\n}\n`,
    cut(script, [7], "  open(", "  mail,", "  );"),
    ["depth: line 8"],
  ],
  [
    "an argument as deep as its call, as the sketch shows it within",
    "javascript",
    script,
    `// ...\n  sign(mail);\n  open(\n  mail,\n  );\n}\n`,
    cut(script, [3], "  open(", "  mail,", "  );"),
    [],
  ],
  [
    "the same otherwise than the sketch shows it",
    "javascript",
    script,
    `// ...\n  sign(mail);\n  open(\n    mail,\n  );\n}\n`,
    cut(script, [3], "  open(", "  mail,", "  );"),
    ["depth: line 4"],
  ],
  [
    "a case of a switch",
    "javascript",
    menu,
    "// ...\n    break;\n  default:\n    two();\n}\n",
    cut(menu, [4], "    break;", "  default:", "    two();"),
    [],
  ],
  [
    "a case as deep as its switch",
    "javascript",
    menu,
    "switch (key) {\ncase 0:\n    none();\n// ...\n",
    cut(menu, [1], "switch (key) {", "case 0:", "    none();"),
    [],
  ],
  [
    "where depth is taste",
    "html",
    page,
    "<!-- ... -->\n      One\n        Two\n  </li>\n<!-- ... -->\n",
    cut(page, [3], "      One", "        Two"),
    [],
  ],
  [
    "a line deeper than a block that needs no colon",
    "python",
    sum,
    "# ...\n    + two\n    + three\n)\n# ...\n",
    cut(sum, [3], "    + two", "    + three"),
    [],
  ],
  [
    "a line deeper than one without a colon",
    "python",
    sum,
    "# ...\nshow(total)\n    stop()\n",
    cut(sum, [5], "show(total)", "    stop()"),
    ["depth: line 6"],
  ],
  [
    "a line deeper than its block, in a file with a try at its edge",
    "python",
    guardedImport,
    "# ...\nclose(fast)\n    stop()\n",
    `${guardedImport}    stop()\n`,
    ["depth: line 10"],
  ],
  [
    "a line between two depths",
    "yaml",
    jobs,
    "# ...\n    - test\n   - type\n# ...\n",
    cut(jobs, [4], "    - test", "   - type"),
    ["depth: line 5"],
  ],
])("how deep: %s", (_, language, original, sketch, result, findings) => {
  checkCode(original, sketch, result, findings, language);
});
