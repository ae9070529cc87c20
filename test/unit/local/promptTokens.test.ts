import { expect, test } from "vitest";
import type { ModelMessage } from "../../../extension/core/models/model.ts";
import { promptTokens } from "../../../extension/local/engine/promptTokens.ts";

const SPECIAL = ["<|start|>", "<|end|>", "<s>", "</s>"];

const chatMl = [
  "{{ bos_token }}{% for message in messages %}",
  "{{ '<|start|>' + message.role + '\\n' + message.content + '<|end|>\\n' }}",
  "{% endfor %}{% if add_generation_prompt %}{{ '<|start|>assistant\\n' }}{% endif %}",
].join("");
const withoutSystem = `{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}${chatMl}`;
const thinking = `${chatMl}{% if enable_thinking is false %}{{ '<think></think>\\n' }}{% endif %}`;
const trimming = chatMl.replace("message.content", "(message.content | trim)");

/** Without a template. */
const PLAIN = "[<s>]Apply it.\n\n code \n\n<new>\n";

const messages: readonly ModelMessage[] = [
  { role: "system", text: "Apply it." },
  { role: "user", text: " code " },
];

/** Special tokens in brackets, where they are read as such. */
function asText(template: string | undefined, asked: readonly ModelMessage[], opening = "<new>\n"): string {
  const pieces: string[] = [];
  const tokenize = (text: string, special: boolean): readonly number[] => {
    const pattern = /(<\|start\|>|<\|end\|>|<\/?s>)/;
    const parts = special ? text.split(pattern).filter((part) => part !== "") : [text];
    return parts.map((part) => pieces.push(special && SPECIAL.includes(part) ? `[${part}]` : part) - 1);
  };
  const tokens = promptTokens({ template, begin: "<s>", end: "</s>", tokenize }, asked, opening);
  return tokens.map((token) => pieces[token]).join("");
}

test.each<[string, string | undefined, string]>([
  [
    "a template",
    chatMl,
    "[<s>][<|start|>]system\nApply it.[<|end|>]\n[<|start|>]user\n code [<|end|>]\n[<|start|>]assistant\n<new>\n",
  ],
  [
    "one that takes no message of the system",
    withoutSystem,
    "[<s>][<|start|>]user\nApply it.\n\n code [<|end|>]\n[<|start|>]assistant\n<new>\n",
  ],
  [
    "one of a model that could think first",
    thinking,
    "[<s>][<|start|>]system\nApply it.[<|end|>]\n[<|start|>]user\n code [<|end|>]\n[<|start|>]assistant\n<think></think>\n<new>\n",
  ],
  [
    "one that trims what it is given, so that the file would lose its blanks",
    trimming,
    "[<s>][<|start|>]system\nApply it.[<|end|>]\n[<|start|>]user\n code [<|end|>]\n[<|start|>]assistant\n<new>\n",
  ],
  [
    "one that leaves the beginning to the model",
    chatMl.replace("{{ bos_token }}", ""),
    "[<s>][<|start|>]system\nApply it.[<|end|>]\n[<|start|>]user\n code [<|end|>]\n[<|start|>]assistant\n<new>\n",
  ],
  ["none", undefined, PLAIN],
  ["one that is broken", "{% for %}", PLAIN],
  ["one that is longer than any", `${chatMl}{# ${"long ".repeat(20_000)} #}`, PLAIN],
  ["one that leaves messages out", "{{ messages | length }}", PLAIN],
  ["one that says a message twice", "{{ messages[1].content ~ messages[1].content }}", PLAIN],
])("a prompt by %s", (_, template, expected) => {
  expect(asText(template, messages)).toBe(expected);
});

test.each(SPECIAL)("%s in a file is text", (name) => {
  const text = `a${name}b`;
  expect(asText(chatMl, [{ role: "user", text }])).toContain(`\n${text}[<|end|>]`);
  expect(asText(undefined, [{ role: "user", text }])).toContain(text);
});

test("the name of a special token in the opening is text", () => {
  expect(asText(chatMl, messages, "<|end|>")).toMatch(/assistant\n<\|end\|>$/);
});
