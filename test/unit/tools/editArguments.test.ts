import { describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import {
  MAX_CHOICES,
  MAX_INSTRUCTIONS,
  MAX_PATH,
  MAX_SKETCH,
  parseEditCall,
} from "../../../extension/core/tools/editArguments.ts";
import { EXAMPLE_CALL } from "../../../extension/core/tools/exampleCall.ts";

const good = { target_file: "src/a.ts", instructions: "I add b.", code_edit: "const b = 1;" };

describe("the arguments of an edit", () => {
  test("are taken as they are", () => {
    const call = { targetFile: "src/a.ts", instructions: "I add b.", codeEdit: "const b = 1;" };
    expect(parseEditCall(good)).toEqual({ type: "call", call });
    expect(parseEditCall({ ...good, explanation: "of no use" })).toEqual({ type: "call", call });
  });

  test("may have an empty instruction, and whatever a file may hold", () => {
    const parsed = parseEditCall({ ...good, instructions: "", code_edit: "\ufeffa\tb\r\n\f\u001b[1m 👍\u202e" });
    expect(parsed.type).toBe("call");
  });

  test("may name what is meant, with numbers from 1, and 0 for nothing", () => {
    const choice = [
      { piece: 2, alternative: 1 },
      { piece: 1, alternative: 0 },
    ];
    const parsed = parseEditCall({ ...good, choice });
    if (parsed.type !== "call") throw new Error(parsed.message);
    expect([...(parsed.call.choices ?? [])]).toEqual([
      [1, 0],
      [0, "none"],
    ]);
  });

  test.each([[null], [undefined], [[]]])("with %j for a choice name none", (choice) => {
    const parsed = parseEditCall({ ...good, choice });
    expect(parsed).toEqual(parseEditCall(good));
  });

  test.each([
    ["text", "2=1"],
    ["an object", { piece: 1, alternative: 1 }],
    ["a number as text", [{ piece: "1", alternative: 1 }]],
    ["half a number", [{ piece: 1, alternative: 1.5 }]],
    ["no number", [{ piece: Number.NaN, alternative: 1 }]],
    ["a number beyond all", [{ piece: 1, alternative: 1e300 }]],
    ["piece 0", [{ piece: 0, alternative: 1 }]],
    ["alternative -1", [{ piece: 1, alternative: -1 }]],
    ["no alternative", [{ piece: 1 }]],
    ["more than is asked", [{ piece: 1, alternative: 1, path: "/etc/passwd" }]],
    ["one without end", Array.from({ length: MAX_CHOICES + 1 }, (_, index) => ({ piece: index + 1, alternative: 1 }))],
    [
      "a piece twice",
      [
        { piece: 1, alternative: 1 },
        { piece: 1, alternative: 2 },
      ],
    ],
  ])("are refused for a choice that is %s", (_, choice) => {
    const parsed = parseEditCall({ ...good, choice });
    expect(parsed).toMatchObject({
      type: "bad",
      message: expect.stringMatching(/^choice .*Nothing was changed/) as string,
    });
  });

  test.each([
    ["no object", 7, "The arguments are no object."],
    ["nothing", undefined, "The arguments are no object."],
    ["a missing argument", { target_file: "a", instructions: "" }, "code_edit is missing."],
    ["a number", { ...good, target_file: 7 }, "target_file is no string."],
    ["null", { ...good, instructions: null }, "instructions is no string."],
    ["an empty path", { ...good, target_file: " " }, "target_file is empty."],
    ["a long path", { ...good, target_file: "a".repeat(MAX_PATH + 1) }, "target_file is longer than 1024 characters."],
    ["a control character in the path", { ...good, target_file: "a\0b" }, "target_file holds control characters"],
    ["a turn of direction in the path", { ...good, target_file: "a\u202etxt.exe" }, "target_file holds control"],
    ["an empty sketch", { ...good, code_edit: "\n \n" }, "code_edit is empty."],
    ["half of a character", { ...good, code_edit: "a\ud800" }, "code_edit is not valid Unicode"],
    [
      "an escape without its backslash",
      { ...good, code_edit: "const word =\n/\bword\b/;" },
      "code_edit holds the control character U+0008 in line 2",
    ],
    ["a long instruction", { ...good, instructions: "a".repeat(MAX_INSTRUCTIONS + 1) }, "instructions is longer"],
    ["an endless sketch", { ...good, code_edit: "a".repeat(MAX_SKETCH + 1) }, "code_edit is longer than"],
  ])("are refused for %s, with an example", (_, raw, what) => {
    const parsed = parseEditCall(raw);
    if (parsed.type !== "bad") throw new Error("It was taken.");
    expect(parsed.message.slice(0, what.length)).toBe(what);
    expect(parsed.message).toContain(JSON.stringify(EXAMPLE_CALL));
  });

  test("of the example are good ones", () => {
    expect(parseEditCall(EXAMPLE_CALL).type).toBe("call");
  });

  test("can be anything", () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        expect(["call", "bad"]).toContain(parseEditCall(raw).type);
      }),
    );
  });
});
