import { describe, expect, test } from "vitest";
import {
  isSettled,
  resolveTarget,
  type TargetDecision,
  type TargetQuestion,
} from "../../../extension/core/targets/resolveTarget.ts";
import type { TargetFile } from "../../../extension/core/targets/target.ts";

const app = { uri: "file:///w/app", name: "app", path: "/w/app" };
const lib = { uri: "file:///w/lib", name: "lib", path: "/w/lib" };
const windows = { uri: "file:///c%3A/w/app", name: "app", path: "/c:/w/app" };

/** `app:src/a.ts` lies in that folder, other names lie where they say. */
const file = (name: string, facts: Partial<TargetFile> = {}): TargetFile => {
  const folder = [app, lib].find((one) => name.startsWith(`${one.name}:`));
  const path = folder ? name.slice(folder.name.length + 1) : name;
  const languageId = path.endsWith(".ts") ? "typescript" : path.endsWith(".py") ? "python" : "markdown";
  const uri = folder ? `${folder.uri}/${path}` : path.startsWith("/") ? `file://${path}` : `untitled:${path}`;
  const unknown = {
    isSource: false,
    isActive: false,
    isVisible: false,
    isAttached: false,
    names: [],
    lines: 0,
    score: 0,
  };
  return { uri, folder: folder?.uri, path, languageId, ...unknown, ...facts };
};

/** The decision in short: `certain path app:src/a.ts`. */
function inShort(decision: TargetDecision): string {
  const nameOf = (uri: string): string =>
    uri.replace(`${app.uri}/`, "app:").replace(`${lib.uri}/`, "lib:").replace("file://", "");
  switch (decision.type) {
    case "certain":
      return `certain ${decision.choice.reason.type} ${nameOf(decision.choice.file.uri)}`;
    case "several": {
      const choices = decision.choices.map((choice) => `${choice.reason.type} ${nameOf(choice.file.uri)}`);
      const places = decision.newFiles.map(({ folder, path }) => `new ${folder.name}:${path}`);
      return `several ${[...choices, ...places].join(", ")}`;
    }
    case "new-file":
      return `new-file ${decision.places.map(({ folder, path }) => `${folder.name}:${path}`).join(", ")}`.trim();
    case "refused":
      return `refused ${decision.fault}`;
    case "none":
      return "none";
  }
}

const usual = {
  path: undefined,
  language: undefined,
  names: 2,
  lines: 5,
  makesFile: true,
  folders: [app],
  files: [],
};

function check(facts: Partial<TargetQuestion>, want: string): void {
  expect(inShort(resolveTarget({ ...usual, ...facts }))).toBe(want);
}

describe("a path", () => {
  const files = [
    file("app:src/a.ts"),
    file("app:src/b.ts"),
    file("app:test/b.ts"),
    file("app:plan.md", { isSource: true }),
  ];
  test.each([
    ["src/a.ts", "certain path app:src/a.ts"],
    ["./src/../src/a.ts", "certain path app:src/a.ts"],
    ["src\\a.ts", "certain path app:src/a.ts"],
    ["/w/app/src/a.ts", "certain path app:src/a.ts"],
    ["Src/A.ts", "certain path-case app:src/a.ts"],
    ["a.ts", "certain path-end app:src/a.ts"],
    ["A.TS", "certain path-end app:src/a.ts"],
    ["b.ts", "several path-end app:src/b.ts, path-end app:test/b.ts"],
    ["test/b.ts", "certain path app:test/b.ts"],
    ["shop/src/a.ts", "several path-longer app:src/a.ts, new app:shop/src/a.ts"],
    ["xa.ts", "new-file app:xa.ts"],
    ["src/new.ts", "new-file app:src/new.ts"],
    ["/w/app/src/new.ts", "new-file app:src/new.ts"],
    ["plan.md", "certain path app:plan.md"],
    ["/etc/passwd", "refused absolute"],
    ["/w/apple/a.ts", "refused absolute"],
    ["C:\\a.ts", "refused absolute"],
    ["file:///w/app/src/a.ts", "refused absolute"],
    ["../src/a.ts", "refused outside"],
    ["/w/app/../other/a.ts", "refused absolute"],
    [".git/config", "refused git"],
    ["/w/app/.git/config", "refused git"],
    ["a\u202Est.ts", "refused unreadable"],
  ])("%s: %s", (path, want) => {
    check({ path, files }, want);
  });

  test("an edit of a path that is not there makes no file", () => {
    check({ path: "src/new.ts", makesFile: false, files }, "none");
  });

  test("the path of an open file outside the workspace is that file", () => {
    check({ path: "/etc/hosts.ts", files: [file("/etc/hosts.ts")] }, "certain path /etc/hosts.ts");
  });

  test("a wrong path, but an open file has what the sketch declares", () => {
    const user = file("app:src/models/user.ts", { names: ["User", "save"] });
    const want = "several declares app:src/models/user.ts";
    check({ path: "src/user.model.ts", files: [user] }, `${want}, new app:src/user.model.ts`);
    check({ path: "src/user.model.ts", makesFile: false, files: [user] }, want);
    check({ path: "src/user.model.ts", names: 5, files: [user] }, "new-file app:src/user.model.ts");
  });

  test("in two folders", () => {
    const both = { folders: [app, lib], files: [file("app:src/a.ts"), file("lib:src/a.ts"), file("lib:only.ts")] };
    check({ ...both, path: "src/a.ts" }, "several path app:src/a.ts, path lib:src/a.ts");
    check({ ...both, path: "lib/src/a.ts" }, "certain path lib:src/a.ts");
    check({ ...both, path: "only.ts" }, "certain path lib:only.ts");
    check({ ...both, path: "new.ts" }, "new-file app:new.ts, lib:new.ts");
    check({ ...both, path: "lib/new.ts" }, "new-file lib:new.ts");
    check({ ...both, path: "/w/lib/new.ts" }, "new-file lib:new.ts");
    check({ ...both, path: "lib/.git/config" }, "refused git");
  });

  test("of several ends the seen one with the sketch's names comes first", () => {
    const ends = [file("app:a/x.ts"), file("app:bb/x.ts", { names: ["f"] }), file("app:ccc/x.ts", { isVisible: true })];
    check({ path: "x.ts", files: ends }, "several path-end app:bb/x.ts, path-end app:ccc/x.ts, path-end app:a/x.ts");
  });

  test("on Windows", () => {
    const a = { ...file("src/a.ts"), folder: windows.uri };
    check({ path: "C:\\w\\app\\src\\a.ts", folders: [windows], files: [a] }, "certain path untitled:src/a.ts");
    check({ path: "C:/w/app/new.ts", folders: [windows] }, "new-file app:new.ts");
    check({ path: "D:/w/app/new.ts", folders: [windows] }, "refused absolute");
  });

  test("without a folder a new file has no place", () => {
    check({ path: "a.ts", folders: [] }, "new-file");
    check({ path: "a.ts", folders: [], files: [file("/tmp/a.ts")] }, "certain path-end /tmp/a.ts");
  });
});

describe("no path", () => {
  const beside = { isVisible: true };
  const source = file("app:plan.md", { isSource: true, isVisible: true, isActive: true });
  test.each<[string, readonly TargetFile[], string]>([
    ["nothing is known", [source], "none"],
    ["a file beside has a name", [source, file("app:a.ts", { ...beside, names: ["f"] })], "certain declares app:a.ts"],
    ["a file beside has two lines", [source, file("app:a.ts", { ...beside, lines: 2 })], "certain lines app:a.ts"],
    ["one line is little", [source, file("app:a.ts", { ...beside, lines: 1 })], "several lines app:a.ts"],
    ["a file beside has nothing", [source, file("app:a.ts", beside)], "none"],
    [
      "two beside have a name",
      [source, file("app:a.ts", { ...beside, names: ["f"] }), file("app:b.ts", { ...beside, names: ["f", "g"] })],
      "several declares app:b.ts, declares app:a.ts",
    ],
    [
      "a file elsewhere has more names",
      [source, file("app:a.ts", { ...beside, names: ["f"] }), file("app:b.ts", { names: ["f", "g"] })],
      "several declares app:b.ts, declares app:a.ts",
    ],
    [
      "one file elsewhere has all names",
      [source, file("app:a.ts", { names: ["f", "g"] })],
      "certain declares app:a.ts",
    ],
    ["one file elsewhere has a name", [source, file("app:a.ts", { names: ["f"] })], "several declares app:a.ts"],
    [
      "the file with the focus, when the sketch came from elsewhere",
      [file("app:a.ts", { isActive: true })],
      "several active app:a.ts",
    ],
    [
      "an untitled file beside",
      [source, file("Untitled-1", { ...beside, names: ["f"] })],
      "certain declares untitled:Untitled-1",
    ],
    [
      "the document with the sketch is none, code or not, seen or not",
      [file("app:scratch.ts", { isSource: true, isVisible: true, isActive: true, names: ["f", "g"], lines: 5 })],
      "none",
    ],
    [
      "it is no rival of another file either",
      [file("app:scratch.ts", { isSource: true, names: ["f", "g"] }), file("app:a.ts", { ...beside, names: ["f"] })],
      "certain declares app:a.ts",
    ],
  ])("%s", (_, files, want) => {
    check({ files }, want);
  });

  test("a file in another language is none", () => {
    check({ language: "py", files: [file("app:a.ts", { ...beside, names: ["f"] })] }, "none");
    check({ language: "tsx", files: [file("app:a.ts", { ...beside, names: ["f"] })] }, "certain declares app:a.ts");
    check({ language: "diff", files: [file("app:a.ts", { ...beside, names: ["f"] })] }, "certain declares app:a.ts");
  });

  test("the only line that there is to find is enough", () => {
    check({ lines: 1, files: [file("app:a.ts", { ...beside, lines: 1 })] }, "certain lines app:a.ts");
  });
});

describe("files by their content", () => {
  const beside = { isVisible: true };
  test.each<[string, Partial<TargetQuestion>, string]>([
    [
      "one that is far ahead",
      { files: [file("app:a.ts", { lines: 4, score: 4 }), file("app:b.ts", { lines: 1, score: 0.5 })] },
      "certain lines app:a.ts",
    ],
    [
      "two alike, the better one first",
      { files: [file("app:b.ts", { lines: 3, score: 1.5 }), file("app:a.ts", { lines: 4, score: 2.5 })] },
      "several lines app:a.ts, lines app:b.ts",
    ],
    [
      "many lines count more than a name that others have too",
      { files: [file("app:b.ts", { names: ["f"], score: 1 }), file("app:a.ts", { lines: 4, score: 2 })] },
      "several lines app:a.ts, declares app:b.ts",
    ],
    [
      "one that is far ahead of the file beside",
      { files: [file("app:b.ts", { ...beside, lines: 2, score: 0.2 }), file("app:a.ts", { lines: 5, score: 4 })] },
      "certain lines app:a.ts",
    ],
    [
      "one that is ahead of the file beside, but not far",
      { files: [file("app:b.ts", { ...beside, lines: 2, score: 2 }), file("app:a.ts", { lines: 5, score: 4 })] },
      "certain lines app:b.ts",
    ],
    [
      "a document with the same code, where no language is known",
      { files: [file("app:notes.md", { lines: 5, score: 2.5 }), file("app:a.ts", { lines: 4, score: 2 })] },
      "certain lines app:a.ts",
    ],
    ["a document alone", { files: [file("app:notes.md", { lines: 5, score: 5 })] }, "several lines app:notes.md"],
    [
      "one under a path that is wrong",
      { path: "src/x.ts", makesFile: false, files: [file("app:a.ts", { lines: 5, score: 5 })] },
      "several lines app:a.ts",
    ],
  ])("%s", (_, facts, want) => {
    check(facts, want);
  });

  test.each<[string, Partial<TargetQuestion>, boolean]>([
    ["a path", { path: "a.ts", files: [file("app:a.ts")] }, true],
    ["half of the lines, and seen", { lines: 6, files: [file("app:a.ts", { ...beside, lines: 3 })] }, true],
    ["fewer of them", { lines: 7, files: [file("app:a.ts", { ...beside, lines: 3 })] }, false],
    ["all names, and seen", { lines: 20, files: [file("app:a.ts", { ...beside, names: ["f", "g"] })] }, true],
    ["nearly all lines, not seen", { lines: 10, files: [file("app:a.ts", { lines: 8, score: 8 })] }, true],
    ["many lines, not seen", { lines: 10, files: [file("app:a.ts", { lines: 7, score: 7 })] }, false],
    ["nothing", { files: [] }, false],
  ])("what is at hand settles it: %s", (_, facts, want) => {
    const question = { ...usual, ...facts };
    expect(isSettled(resolveTarget(question), question)).toBe(want);
  });
});

describe("files that went along with the question", () => {
  const attached = { isAttached: true };
  test.each<[string, Partial<TargetQuestion>, string]>([
    [
      "one of two that the path fits",
      { path: "b.ts", files: [file("app:src/b.ts"), file("app:test/b.ts", attached)] },
      "certain path-end app:test/b.ts",
    ],
    [
      "both of two that the path fits",
      { path: "b.ts", files: [file("app:src/b.ts", attached), file("app:test/b.ts", attached)] },
      "several path-end app:src/b.ts, path-end app:test/b.ts",
    ],
    [
      "another one than the path says",
      { path: "src/b.ts", files: [file("app:src/b.ts"), file("app:a.ts", { ...attached, names: ["f", "g"] })] },
      "certain path app:src/b.ts",
    ],
    [
      "one with the sketch's names, not open",
      { files: [file("app:a.ts", { ...attached, names: ["f"] })] },
      "certain declares app:a.ts",
    ],
    [
      "one with them, and one beside with as many",
      { files: [file("app:b.ts", { isVisible: true, names: ["f"] }), file("app:a.ts", { ...attached, names: ["f"] })] },
      "certain declares app:a.ts",
    ],
    [
      "one with fewer of them than another file",
      { files: [file("app:b.ts", { names: ["f", "g"] }), file("app:a.ts", { ...attached, names: ["f"] })] },
      "several declares app:a.ts, declares app:b.ts",
    ],
    [
      "two with them",
      { files: [file("app:a.ts", { ...attached, names: ["f"] }), file("app:b.ts", { ...attached, names: ["f"] })] },
      "several declares app:a.ts, declares app:b.ts",
    ],
    [
      "one with nothing of the sketch, which is worth a question",
      { files: [file("app:a.ts", attached), file("app:b.ts", { isActive: true })] },
      "several attached app:a.ts, active app:b.ts",
    ],
    ["one in another language", { language: "py", files: [file("app:a.ts", attached)] }, "none"],
  ])("%s", (_, facts, want) => {
    check(facts, want);
  });
});
