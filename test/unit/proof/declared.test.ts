import { test } from "vitest";
import { checkCode, checkSketch, cut } from "./checkCode.ts";

const shop = `class Cart
  def add(id)
    keep(id)
  end
end

class Stock
  def count
    1
  end
end
`;
const added = cut(shop, [4], "  end", "", "  def add(id, many)", "    keep(id, many)", "  end");
const pipeline = `build:
  image: small
  steps:
    - name: lint
      run: lint
    - name: test
      run: |
        name: quick
        name: slow
deploy:
  image: small
`;
const crate = `[package]
name = "tidepool"

[dependencies]
serde = "1"

[[bin]]
name = "pool"
`;
const mail = `type Mail struct {
  to string
}

func (m Mail) Read() string {
  return m.to
}

type Note struct {
  text string
}
`;
const overloads = `class Box {
    fun put(item: Int) {
        keep(item)
    }
}
`;
const options = `port
----

Default: 80

host
----

Default: all

name
----
`;
const view = `onKey("a", () => {
  go(1);
});

onKey("b", () => {
  go(2);
});
`;
const api = `### open

#### Example

\`\`\`sh
# Call it.
open
\`\`\`
`;
const probes = `@flag("a")
def probe():
    one()

def other():
    two()
`;

test.each<[string, string, string, string, string, readonly string[]]>([
  [
    "a method beside its old form",
    "ruby",
    shop,
    "class Cart\n  # ...\n  def add(id, many)\n    keep(id, many)\n  end\nend\n# ...\n",
    added,
    ["duplicate: line 6"],
  ],
  [
    "a method of another class",
    "ruby",
    shop,
    "class Stock\n  def add(id)\n    keep(id)\n  end\n\n  # ...\n",
    cut(shop, [7], "class Stock", "  def add(id)", "    keep(id)", "  end", ""),
    [],
  ],
  [
    "a method of another receiver",
    "go",
    mail,
    "// ...\nfunc (n Note) Read() string {\n  return n.text\n}\n",
    `${mail}\nfunc (n Note) Read() string {\n  return n.text\n}\n`,
    [],
  ],
  [
    "a method of the same receiver",
    "go",
    mail,
    "// ...\nfunc (m Mail) Read() string {\n  return m.text\n}\n",
    `${mail}\nfunc (m Mail) Read() string {\n  return m.text\n}\n`,
    ["duplicate: line 13"],
  ],
  [
    "an overload",
    "kotlin",
    overloads,
    "    fun put(item: Long) {\n        keep(item)\n    }\n    // ...\n",
    cut(overloads, [1], "class Box {", "    fun put(item: Long) {", "        keep(item)", "    }"),
    [],
  ],
  [
    "the same overload",
    "kotlin",
    overloads,
    "    fun put(item: Int) {\n        keep(item, 1)\n    }\n    // ...\n",
    cut(overloads, [1], "class Box {", "    fun put(item: Int) {", "        keep(item, 1)", "    }"),
    ["duplicate: line 5"],
  ],
  [
    "what a decorator tells from the other",
    "python",
    probes,
    '# ...\n@flag("b")\ndef probe():\n    three()\n',
    `${probes}\n@flag("b")\ndef probe():\n    three()\n`,
    [],
  ],
  [
    "a function of its own",
    "python",
    cut(probes, [1]),
    "# ...\ndef probe():\n    three()\n",
    `${cut(probes, [1])}\ndef probe():\n    three()\n`,
    ["duplicate: line 7"],
  ],
  [
    "a key of another item",
    "yaml",
    pipeline,
    "    # ...\n      run: lint\n    - name: type\n      run: tsc\n    # ...\n",
    cut(pipeline, [5], "      run: lint", "    - name: type", "      run: tsc"),
    [],
  ],
  [
    "a key beside its old form",
    "yaml",
    pipeline,
    "# ...\n      run: lint --all\n    # ...\n",
    cut(pipeline, [5], "      run: lint", "      run: lint --all"),
    ["duplicate: line 6"],
  ],
  [
    "what looks like a key in a text",
    "yaml",
    pipeline,
    "    # ...\n      run: |\n        name: quick\n        name: quick\n    # ...\n",
    cut(pipeline, [8], "        name: quick", "        name: quick"),
    [],
  ],
  [
    "a key of another table",
    "toml",
    crate,
    '[dependencies]\nname = "2"\n# ...\n',
    cut(crate, [4], "[dependencies]", 'name = "2"'),
    [],
  ],
  [
    "a key of the same table",
    "toml",
    crate,
    '# ...\nserde = "2"\n# ...\n',
    cut(crate, [5], 'serde = "2"', 'serde = "1"'),
    ["duplicate: line 5"],
  ],
  [
    "a key in a file that has one twice",
    "toml",
    cut(crate, [2], 'name = "a"', 'name = "b"'),
    '# ...\nserde = "2"\n# ...\n',
    cut(cut(crate, [5], 'serde = "2"', 'serde = "1"'), [2], 'name = "a"', 'name = "b"'),
    [],
  ],
  [
    "a label that the file repeats, without a grammar",
    "restructuredtext",
    options,
    "name\n----\n\nDefault: none\n\nThe name.\n",
    `${options}\nDefault: none\n\nThe name.\n`,
    [],
  ],
  [
    "a call that the file repeats, without a grammar",
    "vue",
    view,
    '// ...\nonKey("c", () => {\n  go(3);\n});\n',
    `${view}\nonKey("c", () => {\n  go(3);\n});\n`,
    [],
  ],
  [
    "a heading under another one, and what looks like one in a fence",
    "markdown",
    api,
    "### close\n\n#### Example\n\n```sh\n# Call it.\nclose\n```\n",
    `${api}\n### close\n\n#### Example\n\n\`\`\`sh\n# Call it.\nclose\n\`\`\`\n`,
    [],
  ],
  [
    "a heading beside its like",
    "markdown",
    api,
    "```sh\n# Call it.\nopen\n```\n\n#### Example\n\nOr so.\n",
    `${api}\n#### Example\n\nOr so.\n`,
    ["duplicate: line 10"],
  ],
])("what stands twice: %s", (_, language, original, sketch, result, findings) => {
  checkCode(original, sketch, result, findings, language);
});

const tools = `function read(path) {
  open(path);
  parse(path);
}

function write(path) {
  lock(path);
  flush(path);
}

class Store {
  keep(path) {
    write(path);
  }

  drop(path) {
    remove(path);
  }
}
`;
const renamed = tools.replace("function write(", "function save(");

test.each<[string, string, string, string, readonly string[], isWhole?: true]>([
  ["a function", "javascript", tools, cut(tools, [6, 7, 8, 9, 10]), ["lost-line: lines 6 to 8"]],
  ["a function, in the whole file", "javascript", tools, cut(tools, [6, 7, 8, 9, 10]), [], true],
  [
    "most of what is said to be the whole file",
    "javascript",
    tools,
    cut(tools, [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19]),
    ["lost-line: lines 1 to 3", "lost-line: lines 11 to 18"],
    true,
  ],
  [
    "a class, and what is in it",
    "javascript",
    tools,
    cut(tools, [11, 12, 13, 14, 15, 16, 17, 18, 19]),
    ["lost-line: lines 11 to 18"],
  ],
  ["a method", "javascript", tools, cut(tools, [12, 13, 14, 15]), ["lost-line: lines 12 to 13"]],
  ["an old name", "javascript", tools, renamed, []],
  ["an old name of what is much the same", "javascript", tools, renamed.replace("  lock(path);\n", ""), []],
  [
    "a function in whose place another stands",
    "javascript",
    tools,
    cut(renamed, [7, 8], "  send(path);"),
    ["lost-line: lines 6 to 8"],
  ],
  ["a key", "yaml", pipeline, cut(pipeline, [11]), ["lost-line: line 11"]],
  ["a value", "yaml", pipeline, pipeline.replace("image: small", "image: large"), []],
  ["a section", "toml", crate, cut(crate, [4, 5, 6]), ["lost-line: line 5"]],
  [
    "a heading",
    "markdown",
    "# Guide\n\nText.\n\n## Install\n\nRun it.\n\n## Use\n\nCall it.\n",
    "# Guide\n\nText.\n\n## Use\n\nCall it.\n",
    ["lost-line: lines 5 to 6"],
  ],
])("what code without markers does not show: %s", (_, language, original, text, findings, isWhole) => {
  checkSketch(original, { type: "code", text, ...(isWhole && { isWhole }) }, text, findings, language);
});
