import { describe, it } from "vitest";
import { checkCode, cut } from "./checkCode.ts";

const hello = `async def hello(request):
    answer = greet(request)
    await answer.send()
    return answer


def pick(a, b):
    if a:
        return a
    return b
`;
const walk = `function walk(all) {
  for (const one of all) {
    if (one.done) continue;
    run(one);
  }
  return all;
}
`;
const rest = "# ... existing code ...";

describe("lines that never run", () => {
  it.each<[string, original: string, result: string, language: string, findings: string[]]>([
    [
      "the old body stays behind the new one",
      hello,
      cut(hello, [2], "    return Response(greet(request))", "    answer = greet(request)"),
      "python",
      ["unreachable: line 3"],
    ],
    ["a return in a block of its own", hello, cut(hello, [9], "        log(a)", "        return a"), "python", []],
    [
      "a condition on the same line",
      walk,
      cut(walk, [4], "    if (one.late) break;", "    run(one);"),
      "javascript",
      [],
    ],
    ["a call that goes on below", walk, cut(walk, [6], "  return all", "    .filter(Boolean);"), "javascript", []],
    [
      "a function that is there before its line",
      walk,
      cut(walk, [6], "  return inner();", "  function inner() {}"),
      "javascript",
      [],
    ],
    [
      "the next branch",
      "switch (a) {\ncase 1:\n  run();\n}\n",
      "switch (a) {\ncase 1:\n  break;\ncase 2:\n  run();\n}\n",
      "c",
      [],
    ],
    ["what never ran before", "return a\nrun()\n", "return a\nrun()\ngo()\n", "python", []],
    ["lines of a language that has no such exits", "one\n", "one\nreturn to sender\nthen wait\n", "ruby", []],
  ])("%s", (_, original, result, language, findings) => {
    // All of the result is shown, so that nothing else can be found.
    checkCode(original, `${rest}\n${result}${rest}\n`, result, findings, language);
  });
});
