import { test } from "vitest";
import { findDoubled } from "../../../extension/core/proof/declared.ts";
import { cut } from "./checkCode.ts";
import { checkFound, twice, type Row } from "./checkDeclared.ts";

const jobs = `jobs:
  - name: lint
    run: lint

  -   name: test
      run: |
        name: quick
        name: slow
  - - name: deep
      run: all
steps:
  first: one
`;

test.each<Row>([
  [
    "a blank line ends no block",
    "yaml",
    "build:\n  image: small\n\n  size: 1\n",
    "build:\n  image: small\n\n  size: 1\n  image: large\n",
    [twice("image", [2, 5], 5)],
  ],
  [
    "a list in brackets is a value, and its key a key",
    "yaml",
    "ports: [80]\nhost: a\n",
    "ports: [80]\nhost: a\nports: [80, 81]\n",
    [twice("ports", [1, 3], 3)],
  ],
  [
    "a dash within a value begins no item",
    "yaml",
    "title: one - two\nhost: a\n",
    "title: one - two\nhost: a\ntitle: one - three\n",
    [twice("title", [1, 3], 3)],
  ],
  [
    "an indented table has its own keys",
    "toml",
    '[a]\nname = "1"\n  [b]\nsize = "2"\n',
    '[a]\nname = "1"\n  [b]\nsize = "2"\nname = "3"\n',
    [],
  ],
  [
    "the last word of a name is no key",
    "ini",
    "[lists]\nallow list = 1\n",
    "[lists]\nallow list = 1\ndeny list = 2\n",
    [],
  ],
  [
    "an item with its key far behind the dash is a block",
    "yaml",
    jobs,
    cut(jobs, [5], "  -   name: test", "      name: other"),
    [twice("name", [5, 6], 6)],
  ],
  [
    "an item within an item is a block",
    "yaml",
    jobs,
    cut(jobs, [10], "      run: all", "      name: two"),
    [twice("name", [9, 11], 11)],
  ],
  ["items of one list have their own keys", "yaml", jobs, cut(jobs, [4], "  - name: type", "    run: type"), []],
  ["a block may not stand twice", "yaml", jobs, `${jobs}steps:\n  second: two\n`, [twice("steps", [11, 13], 13)]],
  [
    "quoted names are keys",
    "json",
    '{\n  "name": "a",\n  "size": 1\n}\n',
    '{\n  "name": "a",\n  "size": 1,\n  "name": "b"\n}\n',
    [twice("name", [2, 4], 4)],
  ],
  [
    "names without blanks around the sign are keys",
    "dotenv",
    'NAME="a"\nSIZE=1\n',
    'NAME="a"\nSIZE=1\nNAME="b"\n',
    [twice("NAME", [1, 3], 3)],
  ],
  [
    "a text may go on for several lines",
    "yaml",
    "about: a tool\n  for tides\nsize: 1\n",
    "about: a tool\n  for tides\n  and winds\nsize: 1\n",
    [],
  ],
  [
    "a text that keeps its last line break holds no keys",
    "yaml",
    "run: |+\n  one: 1\n  two: 2\n",
    "run: |+\n  one: 1\n  two: 2\n  one: 3\n",
    [],
  ],
  [
    "a text that says how deep it is holds no keys",
    "yaml",
    "run: >2\n  one: 1\n  two: 2\n",
    "run: >2\n  one: 1\n  two: 2\n  one: 3\n",
    [],
  ],
  [
    "a text holds no keys in spite of blanks behind its sign",
    "yaml",
    "run: |  \n  one: 1\n  two: 2\n",
    "run: |  \n  one: 1\n  two: 2\n  one: 3\n",
    [],
  ],
  [
    "an item that begins with a text goes on with keys",
    "yaml",
    "- run: |\n    one\n  name: a\n",
    "- run: |\n    one\n  name: a\n  name: b\n",
    [twice("name", [3, 4], 4)],
  ],
  [
    "a bar within a key begins no text",
    "json",
    '{\n  "a|b": {\n    "most": 1\n  }\n}\n',
    '{\n  "a|b": {\n    "most": 1,\n    "most": 2\n  }\n}\n',
    [twice("most", [3, 4], 4)],
  ],
])("keys: %s", (_, language, text, result, findings) => {
  checkFound(findDoubled, language, text, result, findings);
});
