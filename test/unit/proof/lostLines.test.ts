import { test } from "vitest";
import { checkCode, cut } from "./checkCode.ts";

const doors = `import { log } from "./log";

function open(door) {
  check(door);
  turn(door.key);
  push(door);
}

/** Closes it for the night. */
function close(door) {
  pull(door);
  turn(door.key);
  log(door);
}

start();
`;

const tasks = `import queue

def run(job):
    claim(job)
    if job.retry:
        wait(job)
        reset(job)
    job.work(limit=10)
    release(job)

def stop(job):
    release(job)
    drop(job)

TIMEOUT = 30
`;

test.each<[string, string, string, string, readonly string[]]>([
  ["nothing", doors, "// ...\n  turn(door.key);\n  push(door);\n}\n// ...\n", doors, []],
  ["a line between neighbours", doors, "  check(door);\n  push(door);\n// ...\n", cut(doors, [5]), []],
  [
    "a line between neighbours, and the one before",
    doors,
    "// ...\n  check(door);\n  push(door);\n// ...\n",
    cut(doors, [1, 5]),
    ["lost-line: line 1"],
  ],
  [
    "a line that a marker holds",
    doors,
    "function open(door) {\n  // ...\n  push(door);\n}\n// ...\n",
    cut(doors, [5]),
    ["lost-line: line 5"],
  ],
  ["blank lines", doors, "// ...\nstart();\n", cut(doors, [2, 8, 15]), []],
  [
    "the comment above a block",
    doors,
    "  push(door);\n}\n\nfunction close(door) {\n  // ...\n",
    cut(doors, [9]),
    ["lost-comment: line 9"],
  ],
  ["the comment above a single line", cut(doors, [16], "// Now.", "start();"), "// ...\n}\n\nstart();\n", doors, []],
  [
    "code that is commented out",
    cut(doors, [9], "// lock(door);"),
    "  push(door);\n}\n\nfunction close(door) {\n  // ...\n",
    cut(doors, [9]),
    [],
  ],
  // Removal comments.
  [
    "a named line",
    doors,
    "function open(door) {\n  // removed: check(door)\n  // ...\n}\n// ...\n",
    cut(doors, [4]),
    [],
  ],
  [
    "another line than the named one",
    doors,
    "function open(door) {\n  // removed: check(door)\n  // ...\n}\n// ...\n",
    cut(doors, [5]),
    ["lost-line: line 5"],
  ],
  ["a named block", tasks, "# removed: if job.retry\n# ...\n", cut(tasks, [5, 6, 7]), []],
  [
    "more than the named block",
    tasks,
    "# removed: if job.retry\n# ...\n",
    cut(tasks, [5, 6, 7, 8]),
    ["lost-line: line 8"],
  ],
  [
    "what stands at a removal",
    doors,
    "function open(door) {\n  // removed\n  push(door);\n// ...\n",
    cut(doors, [4, 5]),
    [],
  ],
  [
    "what stands elsewhere",
    doors,
    "function open(door) {\n  // removed\n  push(door);\n// ...\n",
    cut(doors, [4, 5, 13]),
    ["lost-line: line 13"],
  ],
  [
    "what stands at a removal without a marker, though it names only some of it",
    doors,
    "function open(door) {\n  // removed: check(door)\n  push(door);\n// ...\n",
    cut(doors, [4, 5]),
    [],
  ],
  // Old forms.
  [
    "the old form beside a marker",
    tasks,
    "# ...\n    job.work(limit=20)\n    # ...\n",
    cut(tasks, [8], "    job.work(limit=20)"),
    [],
  ],
  [
    "the old form and the line above",
    tasks,
    "# ...\n    job.work(limit=20)\n    # ...\n",
    cut(tasks, [6, 7, 8], "    job.work(limit=20)"),
    ["depth: line 6", "lost-line: lines 6 to 7"],
  ],
  [
    "a line beside one that is new",
    tasks,
    "# ...\n    notify(team)\n    # ...\n",
    cut(tasks, [8], "    notify(team)"),
    ["lost-line: line 8"],
  ],
  [
    "a line that becomes several",
    tasks,
    "# ...\n    job.work(\n        limit=10,\n        strict=True,\n    )\n    # ...\n",
    cut(tasks, [8], "    job.work(", "        limit=10,", "        strict=True,", "    )"),
    [],
  ],
  [
    "lines that become one",
    tasks,
    "# ...\n    claim(job)\n    reset(job, wait=True)\n    # ...\n",
    cut(tasks, [5, 6, 7], "    reset(job, wait=True)"),
    [],
  ],
  [
    "what stands between old forms",
    tasks,
    "# ...\n        wait(job, 5)\n    job.work(limit=20)\n    # ...\n",
    cut(tasks, [6, 7, 8], "        wait(job, 5)", "    job.work(limit=20)"),
    [],
  ],
  [
    "the last line before an addition, though the addition has one like it",
    doors,
    "// ...\n}\n\nfunction lock(door) {\n  turn(door.lock);\n}\n\n/** Closes it for the night. */\n// ...\n",
    cut(doors, [6, 7], "}", "", "function lock(door) {", "  turn(door.lock);", "}"),
    ["lost-line: line 6"],
  ],
  // Heads of blocks.
  [
    "the old head of a block",
    doors,
    "// ...\nfunction open(door, key) {\n  // ...\n}\n// ...\n",
    cut(doors, [3], "function open(door, key) {"),
    [],
  ],
  [
    "the old head of a block that has another name now",
    doors,
    "// ...\nfunction unlock(door) {\n  // ...\n}\n// ...\n",
    cut(doors, [3], "function unlock(door) {"),
    [],
  ],
  [
    "a block in the place of another",
    doors,
    "// ...\nfunction lock(door) {\n  bolt.slide(2);\n}\n// ...\n",
    cut(doors, [3, 4, 5, 6], "function lock(door) {", "  bolt.slide(2);"),
    ["lost-line: lines 3 to 6"],
  ],
  // Blocks that are shown to their end.
  [
    "the rest of a block that ends with its sketch",
    tasks,
    "# ...\ndef stop(job):\n    release(job)\n\nTIMEOUT = 30\n",
    cut(tasks, [13]),
    [],
  ],
  [
    "the rest of a block before a marker outside",
    tasks,
    "# ...\ndef run(job):\n    claim(job)\n# ...\n",
    cut(tasks, [5, 6, 7, 8, 9]),
    [],
  ],
  [
    "the rest of a block before a marker inside",
    tasks,
    "# ...\ndef run(job):\n    claim(job)\n    # ...\n",
    cut(tasks, [5, 6, 7, 8, 9]),
    ["lost-line: lines 5 to 9"],
  ],
  [
    "a part of a block that is shown to its end",
    tasks,
    "# ...\ndef run(job):\n    claim(job)\n# ...\n",
    cut(tasks, [5, 6, 7]),
    ["lost-line: lines 5 to 7"],
  ],
  [
    "the rest of a block whose head is another",
    tasks,
    "# ...\ndef run(job, limit):\n    claim(job)\n# ...\n",
    cut(tasks, [3, 4, 5, 6, 7, 8, 9], "def run(job, limit):", "    claim(job)"),
    [],
  ],
  [
    "all of a block whose head alone is shown",
    tasks,
    "# ...\ndef stop(job):\n# ...\n",
    cut(tasks, [12, 13]),
    ["depth: line 13", "lost-line: lines 12 to 13"],
  ],
  [
    "steps of a text that become other ones",
    "Feature: Login\n\n  Background:\n    Given a user and a cart of 100 EUR\n\n  Scenario: Pay\n    When she pays\n",
    "# ...\n  Background:\n    Given a user\n    And a full cart\n    And 100 EUR\n    # ...\n",
    "Feature: Login\n\n  Background:\n    Given a user\n    And a full cart\n    And 100 EUR\n\n  Scenario: Pay\n    When she pays\n",
    [],
  ],
  // What a comment may stand for.
  [
    "lines in whose place stands a comment that may be a marker",
    doors,
    "// ...\nfunction open(door) {\n  audit.begin();\n  // existing lock check\n}\n// ...\n",
    cut(doors, [4, 5, 6], "  audit.begin();", "  // existing lock check"),
    ["lost-line: lines 4 to 6"],
  ],
  [
    "none where the comment is the marker",
    doors,
    "// ...\nfunction open(door) {\n  audit.begin();\n  // existing lock check\n}\n// ...\n",
    cut(doors, [3], "function open(door) {", "  audit.begin();"),
    [],
  ],
  [
    "one where the comment is a removal",
    doors,
    "// ...\nfunction open(door) {\n  // `check` is no longer needed\n  turn(door.key);\n// ...\n",
    cut(doors, [4]),
    [],
  ],
  [
    "what describes a function",
    'def scale(size):\n    """Twice as large."""\n    return 2 * size\n',
    "# ...\ndef scale(size):\n    return 2 * size\n# ...\n",
    "def scale(size):\n    return 2 * size\n",
    ["lost-comment: line 2"],
  ],
  [
    "the same, where nothing says that the code is a part",
    'import web\n\n\ndef scale(size):\n    """Twice as large."""\n    return 2 * size\n',
    "def scale(size):\n    return 2 * size\n",
    "import web\n\n\ndef scale(size):\n    return 2 * size\n",
    ["lost-comment: line 5"],
  ],
  // What moved.
  [
    "lines that are shown elsewhere",
    doors,
    "// ...\nfunction close(door) {\n  check(door);\n  turn(door.key);\n  pull(door);\n// ...\n",
    cut(cut(doors, [11], "  check(door);", "  turn(door.key);", "  pull(door);"), [4, 5]),
    [],
  ],
  [
    "a line that stands twice, where a new one like it is shown",
    doors,
    "// ...\nfunction close(door) {\n  turn(door.key);\n  pull(door);\n  // ...\n",
    cut(cut(doors, [11], "  turn(door.key);", "  pull(door);"), [5]),
    ["lost-line: line 5"],
  ],
])("of the lines that go: %s", (_, original, sketch, result, findings) => {
  checkCode(original, sketch, result, findings);
});
