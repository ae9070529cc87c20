import { posix } from "node:path";
import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { isDeviceName, isGitFolder, pathFault, tidyPath } from "../../../extension/core/targets/sketchPath.ts";

test.each([
  ["./a/b", "a/b"],
  ["a\\b", "a/b"],
  ["a//b/../c", "a/c"],
  ["../a", "../a"],
])("%s is tidied to %s", (path, expected) => {
  expect(tidyPath(path)).toBe(expected);
});

test("a path is tidied as POSIX normalises it", () => {
  const segment = fc.constantFrom("a", "b.ts", ".", "..", "", "...", "é");
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
      const path = segments.join("/");
      expect(tidyPath(path)).toBe(posix.normalize(path));
    }),
  );
});

test.each([
  ["src/a.ts", undefined],
  ["./src/../a b.ts", undefined],
  ["src/..a/b..ts", undefined],
  [".github/workflows/ci.yml", undefined],
  [".gitignore", undefined],
  ["src/größe/文件.ts", undefined],
  ["/etc/passwd", "absolute"],
  ["\\\\server\\share\\a.ts", "absolute"],
  ["\\a.ts", "absolute"],
  ["C:\\a.ts", "absolute"],
  ["c:a.ts", "absolute"],
  ["file:///etc/passwd", "absolute"],
  ["vscode-remote://ssh/a.ts", "absolute"],
  ["~/.bashrc", "absolute"],
  ["~root/.bashrc", "absolute"],
  ["../a.ts", "outside"],
  ["a/../../b.ts", "outside"],
  ["a\\..\\..\\b.ts", "outside"],
  [".git/hooks/pre-commit", "git"],
  ["sub/.GIT/config", "git"],
  ["git~1/config", "git"],
  [".git. /config", "git"],
  ["x/../.git/config", "git"],
  ["git~2/config", "git"],
  [".git::$INDEX_ALLOCATION/config", "git"],
  ["src/a.ts:stream", "colon"],
  ["a b:c/b.ts", "colon"],
  ["src/a:b/../c.ts", "colon"],
  [".g\u200cit/config", "unreadable"],
  ["a\u0000.ts", "unreadable"],
  ["a\n.ts", "unreadable"],
  ["a\u202Est.exe", "unreadable"],
  ["a\u200b.ts", "unreadable"],
  ["a".repeat(2000), "unreadable"],
] as const)("%j has the fault %s", (path, expected) => {
  expect(pathFault(path)).toBe(expected);
});

test.each([".git", ".GIT", ".g\u200cit", "\ufeff.git", ".git...", ".git ", ".git:x", "GIT~1", "git~4 "])(
  "%j is git's own folder",
  (segment) => {
    expect(isGitFolder(segment)).toBe(true);
  },
);

test.each([".github", ".gitignore", "git", "git~", "git~10", "x.git", "..git"])(
  "%j is not git's own folder",
  (segment) => {
    expect(isGitFolder(segment)).toBe(false);
  },
);

test.each(["CON", "con.ts", "aux.tar.gz", "nul ", "NUL .txt", "com1", "LPT9.x", "COM¹", "CONIN$", "prn:x"])(
  "%j is a device for Windows",
  (segment) => {
    expect(isDeviceName(segment)).toBe(true);
  },
);

test.each(["console.ts", "auxiliary", "com", "com10", "nul_.ts", "a.con", "context.ts"])(
  "%j is no device",
  (segment) => {
    expect(isDeviceName(segment)).toBe(false);
  },
);
