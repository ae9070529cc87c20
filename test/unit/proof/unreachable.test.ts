import { describe, expect, it } from "vitest";
import { compare } from "../../../extension/core/proof/comparison.ts";
import { findUnreachable } from "../../../extension/core/proof/unreachable.ts";
import type { SyntaxTree } from "../../../extension/core/text/syntax.ts";
import { cut } from "./checkCode.ts";

const hello = `async def hello(request):
    answer = greet(request)
    await answer.send()
    return answer


def pick(all):
    for one in all:
        if one.late:
            continue
        return one
    return None
`;

describe("lines that never run", () => {
  it.each<[string, original: string, result: string, findings: string[], language?: string]>([
    [
      "the old body stays behind the new one",
      hello,
      cut(hello, [2], "    return Response(greet(request))", "    answer = greet(request)"),
      ["unreachable: line 3"],
    ],
    [
      "blank lines stand between them",
      hello,
      cut(hello, [2], "    raise Gone", "", "    answer = greet(request)"),
      ["unreachable: line 4"],
    ],
    [
      "a return in a block of its own",
      hello,
      cut(hello, [9], "        if one.done:", "            break", "        if one.late:"),
      [],
    ],
    ["a call that goes on below", hello, cut(hello, [12], "    return first(", "        all", "    )"), []],
    ["an operator that goes on below", hello, cut(hello, [12], "    return a or \\\\", "    b"), []],
    ["a generator that yields nothing", hello, cut(hello, [12], "    raise NotImplementedError", "    yield"), []],
    ["another branch", "try:\n    go()\n", "try:\n    return go()\nexcept Gone:\n    return None\n", []],
    ["what is declared behind it", "x = 1\n", "return x\n@cached\ndef f():\n    pass\n", []],
    ["brackets that are still open", hello, cut(hello, [12], "    return pick(a, b", "    c)"), []],
    ["a word in a string", "x = 1\n", 'x = 1\nlog("break")\nrun()\n', []],
    ["a statement with the word of a branch", "x = 1\n", 'x = 1\nreturn x\nlog("else")\n', ["unreachable: line 3"]],
    [
      "one more, beside one that was there",
      "return a\nrun()\n",
      "return a\nrun()\nraise b\ngo()\n",
      ["unreachable: line 4"],
    ],
    ["the end of a file", "x = 1\n", "x = 1\nreturn x\n", []],
    ["what never ran before", "return a\nrun()\n", "return a\nrun()\ngo()\n", []],
    ["names that begin alike", "x = 1\n", "returned = x\nrun(returned)\nbreakfast()\nrun()\n", []],
    [
      "text of a docstring, without a grammar",
      "x = 1\n",
      'x = 1\ndef f():\n    """\n    return the\n    answer\n    """\n    pass\n',
      [],
    ],
    ["a language in which more is declared", "one\n", "one\nreturn first\nvar late = 1\n", [], "javascript"],
  ])("%s", (_, original, result, findings, language = "python") => {
    const file = { text: original, language, parser: undefined, tree: undefined };
    const found = findUnreachable(compare(file, result), undefined);
    expect(found.map(({ type, rewrite }) => `${type}: line ${String((rewrite?.start ?? -1) + 1)}`)).toEqual(findings);
  });

  it("are of no matter in a long string", () => {
    const text = 'x = """\nreturn a\nb\n"""\n';
    const comparison = compare({ text: "x\n", language: "python", parser: undefined, tree: undefined }, text);
    const tree = { isWhole: true } as SyntaxTree;
    expect(findUnreachable({ ...comparison, inNewString: Uint8Array.of(0, 1, 1, 1) }, tree)).toEqual([]);
    expect(findUnreachable(comparison, tree)).toHaveLength(1);
    expect(findUnreachable(comparison, undefined)).toEqual([]);
  });

  it("are named with what they stand behind", () => {
    const file = { text: "a\n", language: "python", parser: undefined, tree: undefined };
    const [finding] = findUnreachable(compare(file, "return a\nb\n"), undefined);
    expect(finding?.message).toBe("The result never runs line 2, since line 1 leaves its block.");
  });
});
