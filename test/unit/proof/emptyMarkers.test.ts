import { expect, test } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { checkCode, checkSketch, cut } from "./checkCode.ts";

const mail = `def send(mail):
    started = now()
    body = read(mail)
    if not body:
        return None

    sign(body)
    post(body)
    log(mail.id)
    return body
`;
const early = `def send(mail):
    # ...
    body = read(mail)
    if body.old:
        return body

    # ... the rest as it was ...
`;
const asWritten = cut(mail, [4, 5, 6, 7, 8, 9, 10], "    if body.old:", "        return body");
const kept = cut(mail, [4, 5], "    if body.old:", "        return body");
const moves = `def send(mail):
    # ...
    if not body:
        return None
    log(mail.id)

    # ...
    return body
    # ...
`;
const moved = cut(mail, [6, 9], "    log(mail.id)", "");

test.each<[string, string, string, readonly string[]]>([
  ["that stands for what is kept", early, kept, []],
  ["beside which the rest vanishes", early, asWritten, ["lost-line: lines 4 to 9"]],
  [
    "at the file's end, with nothing lost",
    "# ...\n    post(body)\n    log(mail.id)\n    return body\n# ...\n",
    mail,
    [],
  ],
  ["beside which a line only moves", moves, moved, []],
])("a marker %s", (_, sketch, result, findings) => {
  checkCode(mail, sketch, result, findings, "python");
});

test("counts only markers that somebody wrote", () => {
  checkSketch(mail, { type: "code", text: early, seams: [6] }, asWritten, [], "python");
});

test("says what vanishes, and that it may be what the marker means", () => {
  const file = { text: mail, language: "python", parser: undefined, tree: undefined };
  expect(judgeRewrite(file, { type: "code", text: early }, asWritten).findings[0]?.message).toBe(
    "A marker of the sketch stands for nothing, while lines 4 to 9 of the file vanish beside it.",
  );
});
