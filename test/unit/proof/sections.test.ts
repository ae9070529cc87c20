import { expect, it } from "vitest";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";

it.each<[string, language: string, file: string, rewrite: string, message: string]>([
  [
    "a section in brackets",
    "systemd",
    "[Unit]\n  After=a\n  Name=c\n[Service]\n  Exec=b\n  Kind=d\n",
    "[Unit]\n  After=a\n  Name=c\n",
    'The sketch does not say that "Service" in lines 4 to 6 of the file should vanish.',
  ],
  [
    "a quoted key",
    "hjson",
    '"a": {\n  run: a\n}\n"build": {\n  run: b\n}\n',
    '"a": {\n  run: a\n}\n',
    'The sketch does not say that "build" in lines 4 to 5 of the file should vanish.',
  ],
])("without a grammar %s does not vanish unseen", (_, language, file, rewrite, message) => {
  const { findings } = judgeRewrite(readOriginal(file, language, undefined), { type: "code", text: rewrite }, rewrite);
  expect(findings.map((finding) => finding.message)).toEqual([message]);
});
