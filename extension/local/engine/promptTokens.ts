import { Template } from "@huggingface/jinja";
import type { ModelMessage } from "../../core/models/model.ts";

/** What the prompt's tokens are made with. */
export interface PromptModel {
  /** The chat template in the model file, in Jinja. */
  readonly template: string | undefined;
  /** Names of the tokens that every text begins with, if it has to, and ends with. */
  readonly begin: string;
  readonly end: string;
  /** `special`: names of special tokens stand for these tokens. */
  readonly tokenize: (text: string, special: boolean) => readonly number[];
}

/**
 * Makes the tokens of a chat, up to where the answer begins with `opening`. Special tokens come from the template alone: if the texts of
 * the messages hold the names of such tokens, these are read as text.
 */
export function promptTokens(
  { template, begin, end, tokenize }: PromptModel,
  messages: readonly ModelMessage[],
  opening: string,
): readonly number[] {
  const rendered = template === undefined ? undefined : render(template, messages, begin, end);
  const parts = rendered ?? plain(messages);
  const isBegun = parts[0]?.isContent === false && parts[0].text.startsWith(begin);
  const start = isBegun ? [] : tokenize(begin, true);
  return [...start, ...parts.flatMap(({ text, isContent }) => tokenize(text, !isContent)), ...tokenize(opening, false)];
}

/** In characters; chat templates are far shorter. What a short one does in loops is bounded by the pulse of the process. */
const LONGEST_TEMPLATE = 64_000;

interface Part {
  readonly text: string;
  readonly isContent: boolean;
}

/** `undefined` if the template cannot be used. It comes with the model file, so it may be anything. */
function render(
  source: string,
  messages: readonly ModelMessage[],
  begin: string,
  end: string,
): readonly Part[] | undefined {
  if (source.length > LONGEST_TEMPLATE) return undefined;
  // Stands for a message's text, so that what the template does around it can be told from it.
  const mark = (index: number): string => `message-${index}-${key}-`;
  const key = crypto.randomUUID();
  const asked = (list: readonly { readonly role: string; readonly content: string }[]): string =>
    new Template(source).render({
      messages: list,
      add_generation_prompt: true,
      // Models that think would do so before the first token of the answer.
      enable_thinking: false,
      bos_token: begin,
      eos_token: end,
    });
  const separate = messages.map(({ role }, index) => ({ role, content: mark(index) }));
  for (const list of [separate, withoutSystem(separate)]) {
    try {
      const parts = splitAtMarks(asked(list), messages, mark);
      if (parts !== undefined) return parts;
    } catch {
      // Some templates refuse a system message; then it goes into the user's.
    }
  }
  return undefined;
}

function withoutSystem(messages: readonly { readonly role: string; readonly content: string }[]): typeof messages {
  const [first, second, ...rest] = messages;
  if (first?.role !== "system" || second === undefined) return messages;
  return [{ role: second.role, content: `${first.content}\n\n${second.content}` }, ...rest];
}

/** `undefined` if a message is missing or stands twice. */
function splitAtMarks(
  text: string,
  messages: readonly ModelMessage[],
  mark: (index: number) => string,
): readonly Part[] | undefined {
  const parts: Part[] = [];
  let rest = text;
  for (const [index, message] of messages.entries()) {
    const [before, after, ...more] = rest.split(mark(index));
    if (before === undefined || after === undefined || more.length > 0) return undefined;
    parts.push({ text: before, isContent: false }, { text: message.text, isContent: true });
    rest = after;
  }
  return [...parts, { text: rest, isContent: false }];
}

/** For models that were not made for a chat. */
function plain(messages: readonly ModelMessage[]): readonly Part[] {
  return messages.map(({ text }) => ({ text: `${text}\n\n`, isContent: true }));
}
