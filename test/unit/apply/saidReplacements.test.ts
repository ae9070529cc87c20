import { expect, test } from "vitest";
import { readSaidEdits } from "../../../extension/core/apply/saidEdits.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const QUOTES = `def get_author(pk):
    try:
        author = find(Author, pk)
    except NoResultFound:
        return {"message": "Author could not be found."}, 400
    return dump(author)


def get_quote(pk):
    try:
        quote = find(Quote, pk)
    except NoResultFound:
        return {"message": "Quote could not be found."}, 400
    return dump(quote)


def list_quotes(limit):
    found = []
    for quote in all_quotes():
        found.append(dump(quote))
    now = clock()
    age = now - limit
    return sort(found, age)
`;

const STYLES = `.header {
  position: relative;
  color: red;
}

.hidden {
  clip: rect(0, 0, 0, 0);
  height: 1px;
}

.hidden.focusable:active,
.hidden.focusable:focus {
  clip: auto;
}
`;

const JOBS = `jobs:
  lint:
    steps:
      - uses: actions/checkout@v5
      - run: lint
  test:
    steps:
      - uses: actions/checkout@v5
      - run: test
`;

const CARGO = `[package]
name = "tool"

[dependencies]
tokio = { version = "1", features = ["full"] }
url = "2"

[dev-dependencies]
tokio = { version = "1", features = ["test-util"] }
`;

const block = (...lines: readonly string[]): string => ["```", ...lines, "```", ""].join("\n");

/** The file with the edits that the words give; the file itself if they give none. */
function replaced(original: string, path: string, language: string, reply: string): string {
  const sketches = readReply(reply, { path, language, original });
  const request = { original, sketches, language, parser: undefined };
  const { edits } = readSaidEdits(request);
  if (edits.length === 0) return original;
  const outcome = applyStructural({ ...request, sketches: edits });
  if (outcome.type !== "merged") throw new Error(outcome.type);
  return outcome.text;
}

const notFound = (what: string): string => `        return {"message": "${what} could not be found."}, `;

test.each<[string, string, string]>([
  [
    "most alike in what is named",
    `In \`get_quote\`:\n\n${block(`${notFound("Quote")}404`)}`,
    QUOTES.replace(`${notFound("Quote")}400`, `${notFound("Quote")}404`),
  ],
  [
    "with new ones around",
    `In \`get_author\`:\n\n${block("log(pk)", 'return {"message": "Author could not be found."}, 404')}`,
    QUOTES.replace(`${notFound("Author")}400`, `        log(pk)\n${notFound("Author")}404`),
  ],
  [
    "that are quoted",
    `In \`list_quotes\`, replace \`found = []\` with:\n\n${block("found: list[dict] = make()")}`,
    QUOTES.replace("found = []", "found: list[dict] = make()"),
  ],
  [
    "that are named one by one",
    `In \`list_quotes\` replace the last two statements (\`now\` and \`age\`) with:\n\n${block("age = since(limit)")}`,
    QUOTES.replace("    now = clock()\n    age = now - limit\n", "    age = since(limit)\n"),
  ],
  [
    "of the loop there",
    `In \`list_quotes\` the loop becomes:\n\n${block("found.extend(map(dump, all_quotes()))")}`,
    QUOTES.replace(
      "    for quote in all_quotes():\n        found.append(dump(quote))\n",
      "    found.extend(map(dump, all_quotes()))\n",
    ),
  ],
])("a block replaces lines %s", (_, reply, expected) => {
  expect(replaced(QUOTES, "quotes.py", "python", reply)).toBe(expected);
});

test.each<[string, string, string, string, string]>([
  [
    "in a rule of several selectors",
    "style.css",
    STYLES,
    `In \`.hidden.focusable:active, .hidden.focusable:focus\` replace \`clip: auto\` with:\n\n${block("  clip-path: none;")}`,
    STYLES.replace("clip: auto;", "clip-path: none;"),
  ],
  [
    "by several",
    "style.css",
    STYLES,
    `In \`.header\`, replace \`position: relative;\` with:\n\n${block("  position: sticky;", "  top: 0;")}`,
    STYLES.replace("position: relative;", "position: sticky;\n  top: 0;"),
  ],
  [
    "everywhere, where both are meant",
    "ci.yml",
    JOBS,
    `Both jobs check out; in each of them change the action to:\n\n${block("      - uses: actions/checkout@v6")}`,
    JOBS.replaceAll("@v5", "@v6"),
  ],
  [
    "in one table and not in the other",
    "Cargo.toml",
    CARGO,
    `Under \`[dependencies]\`, not the one in \`[dev-dependencies]\`, replace tokio:\n\n${block('tokio = { version = "1", features = ["net"] }')}`,
    CARGO.replace('["full"]', '["net"]'),
  ],
])("a line is replaced %s", (_, path, original, reply, expected) => {
  expect(replaced(original, path, path.split(".").at(-1) ?? "", reply)).toBe(expected);
});

test.each<[string, string]>([
  ["the words name nothing", `Now it says:\n\n${block(`${notFound("Quote")}404`)}`],
  ["two are as much alike", `In this file:\n\n${block('return {"message": "It could not be found."}, 404')}`],
  ["it would take the place of a head", `In \`list_quotes\`:\n\n${block("list_quotes(limit)")}`],
  ["more than the line goes", `In \`list_quotes\`, the lines that count become:\n\n${block("    now = clock(1)")}`],
  ["there is a marker", `In \`get_quote\`:\n\n${block("# ...", `${notFound("Quote")}404`)}`],
  ["three are said, and there are two", `In all three functions:\n\n${block("    except NotFound:")}`],
  ["another place is compared with", `Like in \`get_quote\`, here it is:\n\n${block(`${notFound("Quote")}404`)}`],
  ["it is told of another time", `We did this in \`get_quote\`. Now it is:\n\n${block(`${notFound("Quote")}404`)}`],
  ["it is not meant", `Don't touch \`get_quote\`; this changes:\n\n${block(`${notFound("Quote")}404`)}`],
  ["what it says of all is a reason", `So that all tests pass:\n\n${block("    except NotFound:")}`],
  ["something is there too", `In \`get_quote\`, also find the other:\n\n${block("        quote = find(Other, pk)")}`],
  [
    "it shows lines around",
    `In \`list_quotes\` the loop becomes:\n\n${block("    found = []", "    found.extend(all_quotes())")}`,
  ],
  [
    "it would delete what is not replaced",
    `Rather than replacing \`found = []\` in \`list_quotes\`, finish first:\n\n${block("    finish()")}`,
  ],
  ["nothing is alike", `In \`get_quote\`:\n\n${block("    print(1)")}`],
  [
    "it stands in a block between",
    `In \`list_quotes\`, replace \`found = []\` and \`now\` with:\n\n${block("    found, now = make()")}`,
  ],
])("a block is left to the merge where %s", (_, reply) => {
  expect(replaced(QUOTES, "quotes.py", "python", reply)).toBe(QUOTES);
});

test("a loop with an else is left to the merge", () => {
  const original = "def run(a):\n    while a.more():\n        step(a)\n    else:\n        done(a)\n    return a\n";
  const words = "In `run`, the while loop becomes:";
  expect(replaced(original, "run.py", "python", `${words}\n\n${block("for item in a:", "    step(item)")}`)).toBe(
    original,
  );
});

test("the last line has a comma in JSON if the one whose place it takes had one", () => {
  const original = '{\n  "options": {\n    "module": "esnext",\n    "strict": false\n  }\n}\n';
  const words = 'In `options`, replace `"strict": false` with:';
  expect(
    replaced(original, "a.json", "json", `${words}\n\n${block('    "strict": true,', '    "noEmit": true,')}`),
  ).toBe(original.replace('"strict": false', '"strict": true,\n    "noEmit": true'));
});

test("an edit that fits in several places goes where the words before the quotation say", () => {
  const reply = `In \`get_quote\`, replace\n\n${block("    except NoResultFound:")}\nwith\n\n${block("    except NotFound:")}`;
  const [first, second] = QUOTES.split("def get_quote");
  expect(replaced(QUOTES, "quotes.py", "python", reply)).toBe(
    `${first ?? ""}def get_quote${(second ?? "").replace("NoResultFound", "NotFound")}`,
  );
});
