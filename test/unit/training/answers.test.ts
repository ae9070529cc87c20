import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import fc from "../fastCheck.ts";
import { makeFolder } from "../cli/command.ts";
import { commitFiles, git, makeRepository } from "../evaluation/repositories.ts";
import { readFileOfCommit } from "../../../training/answers/clones.ts";
import { decodeDelta, encodeDelta, SHORTEST_COPY, type Delta } from "../../../training/answers/delta.ts";
import {
  restoreAnswer,
  storeAnswer,
  type AnswerCase,
  type StoredAnswer,
} from "../../../training/answers/storedAnswer.ts";
import { SCRIPT } from "./texts.ts";

/** Few words, so that texts have much in common, and the characters that are hard to cut. */
const text = fc
  .array(
    fc.constantFrom("return ", "const total = ", "sum(", "\n", "\r\n", "  ", "😀", "\u{FEFF}", "é", "-".repeat(20)),
    {
      maxLength: 40,
    },
  )
  .map((words) => words.join(""));

const ownOf = (delta: Delta): string[] => delta.filter((part) => typeof part === "string");

describe("a text as what it has from another", () => {
  it("is the text again, whatever both are", () => {
    fc.assert(
      fc.property(text, text, (source, one) => {
        expect(decodeDelta(source, JSON.parse(JSON.stringify(encodeDelta(source, one))) as Delta)).toBe(one);
      }),
    );
  });

  it("repeats nothing of the other that is longer than a name", () => {
    fc.assert(
      fc.property(text, text, (source, one) => {
        for (const own of ownOf(encodeDelta(source, one)))
          for (let at = 0; at + SHORTEST_COPY <= own.length; at++)
            expect(source).not.toContain(own.slice(at, at + SHORTEST_COPY));
      }),
    );
  });

  it("is not read from a text that is too short for it", () => {
    expect(() => decodeDelta("short", [[2, 9]])).toThrow(RangeError);
    expect(() => decodeDelta("short", [[-1, 2]])).toThrow(RangeError);
  });
});

const original = SCRIPT;
const sketch = `Renamed.\n\n\`\`\`js\n${original.split("\n").slice(0, 8).join("\n")}\n// ...\n\`\`\`\n`;
const answerOf = (repository: string, commit: string, path: string): AnswerCase => ({
  ...{ id: "a-01", source: `${repository}@${commit.slice(0, 12)}:${path}`, repository, commit, path },
  ...{ style: "lazy", instruction: "Print it twice.", original, sketch, expected: `${original}print();\n` },
});

describe("a stored answer", () => {
  const one = answerOf("shop/orders", "0123456789abcdef", "src/orders.js");

  it("is the answer again with its file, and holds no line of it", () => {
    const stored = storeAnswer(one);
    const json = JSON.stringify(stored);
    for (const line of original.split("\n").filter((each) => each.length > 2 * SHORTEST_COPY))
      expect(json).not.toContain(line);
    expect(restoreAnswer(JSON.parse(json) as StoredAnswer, original)).toEqual(one);
  });

  it("is none that must be refused or may be right in several ways", () => {
    expect(() => storeAnswer({ ...one, expect_refusal: true })).toThrow(/a-01/);
    expect(() => storeAnswer({ ...one, expected_alts: ["other"] })).toThrow(/a-01/);
  });

  it("says which one it is where the file is another", () => {
    expect(() => restoreAnswer(storeAnswer(one), original.replace("\n", "\n\n"))).toThrow(/a-01.*orders\.js/);
  });
});

describe("the command", () => {
  const path = "src/orders.js";
  /** A folder that holds a repository as a host has them, by owner and name. */
  const makeRemote = (): { remote: string; commit: string } => {
    const remote = makeFolder({});
    const repository = makeRepository();
    commitFiles(repository, "Orders", { [path]: original });
    git(repository, "clone", "--quiet", "--bare", repository, join(remote, "shop/orders"));
    return { remote: pathToFileURL(remote).href, commit: git(repository, "rev-parse", "HEAD").trim() };
  };
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, ["--import", "tsx", "training/answers/main.ts", ...args], { encoding: "utf8" });

  it("stores answers, and writes them with the files that it fetches", () => {
    const { remote, commit } = makeRemote();
    const folder = makeFolder({ "stored/.keep": "" });
    const [stored, given, out] = ["stored", "given.jsonl", "out.jsonl"].map((name) => join(folder, name));
    const one = answerOf("shop/orders", commit, path);
    writeFileSync(given ?? "", `${JSON.stringify(one)}\n`);
    run("--store", given ?? "", "--stored", stored ?? "", "--as", "some");
    for (const clones of ["clones", "clones"]) {
      const said = run(
        ...["--clones", join(folder, clones), "--remote", remote, "--stored", stored ?? "", "--out", out ?? ""],
      );
      expect(said).toContain("1 answers");
      expect(JSON.parse(readFileSync(out ?? "", "utf8"))).toEqual(one);
    }
  });

  it("writes the others where a repository is gone, and says how many are missing", () => {
    const { remote, commit } = makeRemote();
    const folder = makeFolder({ "stored/.keep": "" });
    const [stored, given, out] = [join(folder, "stored"), join(folder, "given.jsonl"), join(folder, "new/out.jsonl")];
    const [one, gone] = ["shop/orders", "shop/gone"].map((repository) => answerOf(repository, commit, path));
    writeFileSync(given, `${JSON.stringify(gone)}\n${JSON.stringify(one)}\n`);
    run("--store", given, "--stored", stored);
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", "training/answers/main.ts", "--clones", join(folder, "c"), "--remote", remote].concat(
        "--stored",
        stored,
        "--out",
        out,
      ),
      { encoding: "utf8" },
    );
    expect({ status, rest: JSON.parse(readFileSync(out, "utf8")) as unknown }).toEqual({ status: 1, rest: one });
    expect(stderr).toMatch(/git fetch.*\n1 of shop\/gone are missing/s);
  });

  it("says what git says of a commit, a file and a repository that is not there", async () => {
    const { remote, commit } = makeRemote();
    const clones = { directory: makeFolder({}), remote };
    await expect(readFileOfCommit(clones, "shop/orders", commit, "src/none.js")).rejects.toThrow(
      /has no src\/none\.js/,
    );
    await expect(readFileOfCommit(clones, "shop/orders", "0".repeat(40), path)).rejects.toThrow(/git fetch/);
    await expect(readFileOfCommit(clones, "shop/none", commit, path)).rejects.toThrow(/git fetch/);
  });
});

describe("the stored answers", () => {
  const folder = join(import.meta.dirname, "../../../training/answers/stored");
  const stored = readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
    .map((line) => JSON.parse(line) as StoredAnswer);

  it("each have an id of their own, and say which file of which commit they are about and what is to be made of it", () => {
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    for (const { id, repository, commit, path, hash, style, instruction, answer, expected } of stored) {
      expect(repository, id).toMatch(/^[\w.-]+\/[\w.-]+$/);
      expect(commit, id).toMatch(/^[\da-f]{40}$/);
      expect(hash, id).toMatch(/^[\da-f]{16}$/);
      expect(STYLES, id).toContain(style);
      expect(path, id).toMatch(/^[^/].*[^/]$/);
      for (const delta of [instruction, answer, expected]) {
        expect(delta.length, id).toBeGreaterThan(0);
        for (const part of delta) expect(typeof part === "string" || part.every((at) => at >= 0), id).toBe(true);
      }
    }
  });
});

const STYLES = ["lazy-prompted", "lazy", "edit_file", "bare", "blocks", "multi-block"];
