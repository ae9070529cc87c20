import { describe, expect, test } from "vitest";
import { quoteVendor, readVendorError } from "../../../extension/providers/vendorError.ts";

test.each<readonly [string, unknown, string, readonly string[]]>([
  [
    "OpenAI",
    {
      error: {
        message: "Unknown parameter: 'x'.",
        type: "invalid_request_error",
        param: "x",
        code: "unknown_parameter",
      },
    },
    "Unknown parameter: 'x'.",
    ["unknown_parameter", "invalid_request_error", "x"],
  ],
  ["a bare text", "Bad gateway", "Bad gateway", []],
  ["a page", "<!doctype html><title>502</title>", "", []],
  ["nothing", "", "", []],
  ["an error as text", { error: "no such model" }, "no such model", []],
  [
    "Mistral",
    { object: "error", message: "Invalid model: x", type: "invalid_model", code: "1500" },
    "Invalid model: x",
    ["1500", "invalid_model"],
  ],
  [
    "FastAPI, without what was sent",
    {
      detail: [
        {
          type: "extra_forbidden",
          loc: ["body", "prediction"],
          msg: "Extra inputs are not permitted",
          input: "secret",
        },
      ],
    },
    "body.prediction: Extra inputs are not permitted",
    ["extra_forbidden", "body", "prediction"],
  ],
  [
    "Mistral's 422",
    { message: { detail: [{ loc: ["body", "n"], msg: "Field required" }] } },
    "body.n: Field required",
    ["body", "n"],
  ],
  ["a list, as Google has it", [{ error: { code: 404, message: "not found" } }], "not found", ["404"]],
  ["numbers", 7, "", []],
  ["null", null, "", []],
])("%s is read", (_, body, message, marks) => {
  expect(readVendorError(body)).toEqual({ message, marks });
  if (typeof body !== "string") expect(readVendorError(JSON.stringify(body))).toEqual({ message, marks });
});

test("a body that is nested without end is read to a depth", () => {
  let body: unknown = "deep";
  for (let depth = 0; depth < 10_000; depth++) body = { error: body };
  expect(readVendorError(body)).toEqual({ message: "", marks: [] });
});

describe("a quote", () => {
  const nothing = { key: undefined, texts: [] };
  const sent = { key: "sk-proj-abcdefgh12345678", texts: ["function secretSauce(a, b) {\n  return a * 42 + b;\n}\n"] };

  test.each([
    ["Try later.", " “Try later.”"],
    ["  a\n\tb\u0000\u001b[31mc\u202ed\u200be ", " “a b [31mc d e”"],
    ["", ""],
    [" \n ", ""],
    ["x".repeat(300), ` “${"x".repeat(199)}…”`],
  ])("%j is %j", (message, quote) => {
    expect(quoteVendor(message, nothing)).toBe(quote);
  });

  test.each([
    "Incorrect API key provided: sk-proj-********5678.",
    "Bearer sk-proj-abcdefgh12345678",
    "key ending in 12345678 is not known",
    "Unexpected: function secretSauce(a, b) {",
    'Unexpected: "function secretSauce(a, b) {\\n  return a * 42 + b;\\n}"',
    "near secretSauce(a,b){returna*42",
    "  return a * 42 + b;",
  ])("%j is left out", (message) => {
    expect(quoteVendor(message, sent)).toBe("");
  });

  const page = {
    key: undefined,
    texts: ["const page = '<p title=\"a&amp;b\">Viele Grüße 😀 aus Köln</p>'; // \\u0041 is A\n"],
  };

  test.each([
    "near const page = \\u0027\\u003cp title=\\u0022a",
    "near const page = \\x27\\x3Cp title=\\x22a",
    "near const page = \\\\u0027\\\\u003cp title",
    "near const page = &#39;&lt;p title=&quot;a",
    "near const page = &#x27;&LT;p title=&#34;a",
    "near const page = &amp;#39;&amp;lt;p title=&amp;quot;a",
    'title="a&amp;amp;b"&gt;Viele',
    "Gr\\u00fc\\u00dfe \\ud83d\\ude00 aus K\\u00f6ln\\u003c/p",
    "Gr\\u{fc}&#223;e &#128512; aus K&#xf6;ln&lt;/p>",
    "NEAR CONST PAGE = '<P TITLE=",
    "aus Köln</p>'; // \\u0041 is A",
    "aus Köln</p>'; // \\\\u0041 is A",
  ])("%j is left out, however it is escaped", (message) => {
    expect(quoteVendor(message, page)).toBe("");
  });

  test.each([
    "Key SK-PROJ-ABCDEFGH… is not known",
    "key ***456789*** is not known",
    "key ending in 2345678",
    "key sk\\u002dproj\\u002da…",
    "key sk-pro&#106;-…",
    "Key FGH123",
  ])("%j is left out for its part of the key", (message) => {
    expect(quoteVendor(message, { key: "sk-proj-abcdefgh123456789", texts: [] })).toBe("");
  });

  test.each(["&#x110000; \\u{ffffff} \\u12 &unknown; \\x &", "key abcde 12345 is not known"])(
    "%j is shown",
    (message) => {
      expect(quoteVendor(message, { ...page, key: "sk-proj-abcdefgh123456789" })).toBe(` “${message}”`);
    },
  );

  test.each(["The model does not exist.", "a", "function", "Limit 42, return later"])("%j is no secret", (message) => {
    expect(quoteVendor(message, sent)).not.toBe("");
  });
});
