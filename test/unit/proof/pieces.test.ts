import { test } from "vitest";
import { checkCode, cut } from "./checkCode.ts";

const mail = `import { post } from "./post";

// Sends it at once.
function send(mail) {
  sign(mail);
  // Nobody reads the old form.
  post(mail);
  done(mail);
}

function read(mail) {
  open(mail);
  done(mail);
}

function drop(mail) {
  open(mail);
  done(mail);
}
`;
const sent = cut(mail, [7], "  post(mail, 2);");
const lists = `const a = [
  "one",
  "two",
];

const b = [
  "one",
  "two",
];
`;

test.each<[string, string, string, string, readonly string[]]>([
  // Lines one after the other.
  ["with a comment of the file between its lines", mail, "// ...\n  sign(mail);\n  post(mail, 2);\n// ...\n", sent, []],
  [
    "with a new comment between its lines",
    mail,
    "// ...\n  sign(mail);\n  post(mail, 2);\n// ...\n",
    cut(mail, [7], "  // Now.", "  post(mail, 2);"),
    ["unrelated: line 7"],
  ],
  [
    "with a line of the file between its lines",
    mail,
    "// ...\n  sign(mail);\n  done(mail, 2);\n// ...\n",
    cut(mail, [8], "  done(mail, 2);"),
    ["unrelated: line 7"],
  ],
  [
    "that is missing a line",
    mail,
    "// ...\n  sign(mail);\n  log(mail);\n  post(mail);\n// ...\n",
    mail,
    ["missing-line: line 3"],
  ],
  [
    "that is missing as a whole",
    mail,
    "// ...\nfunction keep(mail) {\n  store(mail);\n}\n",
    mail,
    ["missing-line: line 2", "missing-line: line 3"],
  ],
  ["with other blanks and quotes", mail, "// ...\n  sign( mail )\n  post(mail, 2)\n// ...\n", sent, []],
  [
    "with a comment behind its code",
    mail,
    "// ...\n  sign(mail); // before\n  post(mail, 2);\n// ...\n",
    sent,
    ["missing-line: line 2"],
  ],
  // What points at the change.
  ["with a label that is left out", mail, "// ...\n  sign(mail);\n  // changed:\n  post(mail, 2);\n// ...\n", sent, []],
  [
    "with a label that is kept",
    mail,
    "// ...\n  sign(mail);\n  // changed:\n  post(mail, 2);\n// ...\n",
    cut(mail, [6, 7], "  // Nobody reads the old form.", "  // changed:", "  post(mail, 2);"),
    [],
  ],
  [
    "with a comment of its own that is left out",
    mail,
    "// ...\n  sign(mail);\n  // Twice, to be sure.\n  post(mail, 2);\n// ...\n",
    sent,
    ["missing-line: line 3"],
  ],
  ["behind the name of its file", mail, "// src/mail.js\n// ...\n  post(mail, 2);\n  done(mail);\n// ...\n", sent, []],
  // Several places.
  [
    "where most is new",
    mail,
    "// ...\n  open(mail);\n  log(mail);\n  done(mail);\n}\n// ...\n",
    cut(mail, [17], "  open(mail);", "  log(mail);"),
    [],
  ],
  ["where something went", mail, "// ...\n  open(mail);\n}\n// ...\n", cut(mail, [18]), []],
  [
    "in the order of the sketch",
    lists,
    '  "two",\n  "three",\n];\n// ...\n  "two",\n  "four",\n];\n',
    cut(cut(lists, [8], '  "two",', '  "four",'), [3], '  "two",', '  "three",'),
    [],
  ],
  [
    "in another order",
    mail,
    "// ...\nfunction drop(mail) {\n  open(mail, 2);\n// ...\nfunction read(mail) {\n  open(mail, 3);\n// ...\n",
    cut(cut(mail, [17], "  open(mail, 2);"), [12], "  open(mail, 3);"),
    [],
  ],
  // Without a marker.
  [
    "beside another one, without a marker",
    mail,
    "function send(mail) {\n  post(mail, 2);\n}\n\nfunction drop(mail) {\n  open(mail, 2);\n}\n",
    cut(cut(mail, [17, 18], "  open(mail, 2);"), [5, 6, 7, 8], "  post(mail, 2);"),
    [],
  ],
  [
    "with a blank line within",
    mail,
    "function read(mail) {\n  open(mail);\n\n  done(mail, 2);\n}\n",
    cut(mail, [13], "  done(mail, 2);"),
    [],
  ],
  [
    "with lines that stay between its halves",
    mail,
    "function read(mail) {\n  open(mail);\n\n  wait(mail);\n}\n",
    cut(mail, [13], "  done(mail);", "  wait(mail);"),
    ["unrelated: line 13", "unrelated: line 15", "unrelated: lines 17 to 19"],
  ],
  // Lines that nobody shows.
  [
    "and a copy of the line beside it",
    mail,
    "// ...\n  open(mail);\n  log(mail);\n// ...\n",
    cut(mail, [17], "  open(mail);", "  log(mail);", "  log(mail);"),
    ["unrelated: line 19"],
  ],
  [
    "and a copy of a block",
    mail,
    "// ...\nfunction drop(mail) {\n  close(mail);\n  // ...\n",
    `${cut(mail, [17], "  close(mail);")}\nfunction read(mail) {\n  open(mail);\n  done(mail);\n}\n`,
    ["unrelated: lines 18 to 19", "unrelated: line 21", "duplicate: line 21"],
  ],
  [
    "and nothing but blank lines",
    mail,
    "// ...\n  post(mail, 2);\n  done(mail);\n}\n// ...\n",
    cut(sent, [10], "", "", ""),
    [],
  ],
  [
    "that moves up over a block",
    mail,
    "// ...\nfunction drop(mail) {\n  open(mail);\n  done(mail);\n}\n\nfunction read(mail) {\n  // ...\n",
    cut(
      cut(mail, [15, 16, 17, 18, 19]),
      [11],
      "function drop(mail) {",
      "  open(mail);",
      "  done(mail);",
      "}",
      "",
      "function read(mail) {",
    ),
    [],
  ],
])("a piece %s", (_, original, sketch, result, findings) => {
  checkCode(original, sketch, result, findings);
});
