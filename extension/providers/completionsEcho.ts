import { withoutEnd } from "../core/text/trimEnd.ts";
import type { CompletionPrompt } from "./completionsPrompt.ts";
import {
  complete,
  type Completion,
  type CompletionRequest,
  type Result,
  type ScoredToken,
} from "./completionsRequests.ts";
import { END, readVerdict, type Opened } from "./completionsSession.ts";
import { alignTexts, createVocabulary } from "./completionsVocabulary.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Refusals } from "./refusals.ts";

/**
 * Opens a session with a server that has no tokenizer to ask. The first request sends prompt and draft as text; its echo yields their
 * tokens, and what the model thinks of them. From then on requests go by ids if the server states them, otherwise by text, where each
 * different text of a token counts as a token.
 */
export async function openByEcho(
  endpoint: Endpoint,
  refusals: Refusals,
  prompt: CompletionPrompt,
  spend: (promptTokens: number) => void,
  signal: AbortSignal,
): Promise<Opened> {
  const ask = async (request: Omit<CompletionRequest, "asIds">): Promise<Result<Completion>> => {
    const result = await complete(endpoint, refusals, { ...request, asIds: false }, signal);
    if (result.type === "answered") spend(result.value.promptTokens);
    return result;
  };
  const vocabulary = createVocabulary();
  const first = await ask({ prompt: prompt.text + prompt.draft, maxTokens: 1, echo: true });
  if (first.type === "failed") return { type: "failed", trouble: first.fault };
  const whole = readEcho(first.value, prompt.text + prompt.draft);
  const start = whole && startOfAnswer(whole.tokens, prompt.text.length);
  if (whole === undefined || start === undefined) return { type: "failed", trouble: { type: "no-scores" } };
  const isApart = start.lead === 0;
  // If a token holds the end of the prompt and the start of the draft, the prompt has to be read by itself.
  const alone = isApart ? first : await ask({ prompt: prompt.text, maxTokens: 1, echo: true });
  if (alone.type === "failed") return { type: "failed", trouble: alone.fault };
  const asked = isApart ? whole : readEcho(alone.value, prompt.text);
  if (asked === undefined) return { type: "failed", trouble: { type: "no-scores" } };

  const hasIds = whole.tokens.every(({ id }) => id !== undefined);
  const numberOf = ({ id, text }: Pick<ScoredToken, "id" | "text">): number =>
    vocabulary.number(hasIds ? id : undefined, text);
  const promptTokens = isApart ? asked.tokens.slice(0, start.index) : asked.tokens;
  const before = promptTokens.map(numberOf);
  const draft = whole.tokens.slice(isApart ? start.index : start.index + 1).map(numberOf);
  const beforeText = prompt.text;
  const beforeIds = alone.value.tokens.slice(0, asked.skipped + promptTokens.length).flatMap(({ id }) => id ?? []);

  const promptWith = (tokens: readonly number[]): readonly number[] | string | undefined => {
    if (hasIds) return [...beforeIds, ...tokens];
    const text = vocabulary.textOf(tokens);
    return text === undefined ? undefined : beforeText + text;
  };
  /** The token after an echoed prompt, and the one that the model would have chosen, by number. */
  const numbered = (token: ScoredToken): ScoredToken => {
    const bestId =
      token.bestId ??
      (hasIds || token.best === undefined || !isClean(token.best)
        ? undefined
        : vocabulary.number(undefined, token.best));
    return { ...token, id: isClean(token.text) ? numberOf(token) : undefined, bestId };
  };
  const readDraft = (completion: Completion, output: readonly number[], tokens: readonly number[]) => {
    if (hasIds) {
      const scored = completion.tokens.map((token, index) =>
        index < completion.promptLength ? token : numbered(token),
      );
      const last = scored.at(-1)?.id;
      const ids = last === undefined ? undefined : [last];
      return readVerdict({ ...completion, tokens: scored, ids }, beforeIds.length + output.length, tokens);
    }
    return readTextVerdict(completion, output, tokens);
  };
  const readTextVerdict = (completion: Completion, output: readonly number[], tokens: readonly number[]) => {
    const known = beforeText + (vocabulary.textOf(output) ?? "");
    const text = known + (vocabulary.textOf(tokens) ?? "");
    const echo = readEcho(completion, text);
    const at = echo && startOfAnswer(echo.tokens, known.length);
    // The server reads the text in other tokens than those it was written in; plain decoding goes on from the text.
    if (echo === undefined || at === undefined || at.lead > 0) return { type: "tokens", next: [undefined] } as const;
    const own = echo.tokens.slice(at.index);
    const same = tokens.findIndex((token, index) => own[index] === undefined || numberOf(own[index]) !== token);
    const isSame = same < 0 && own.length === tokens.length;
    const rest = completion.tokens.slice(echo.skipped + echo.tokens.length);
    const scored = [...own, ...(isSame ? rest : [])].map(numbered);
    const shown = isSame ? tokens : tokens.slice(0, Math.max(0, same));
    if (shown.length === 0) return { type: "tokens", next: [undefined] } as const;
    const isEnd = isSame && completion.isEnd;
    return readVerdict(
      { ...completion, isEnd, tokens: scored.slice(0, shown.length + (isSame ? 1 : 0)), ids: undefined },
      0,
      shown,
    );
  };

  return {
    type: "open",
    session: {
      // The prompt holds original and sketch.
      drafts: [draft, before],
      promptLength: before.length,
      async textOf(output) {
        const text = vocabulary.textOf(output);
        if (text !== undefined) return { type: "answered", value: text };
        if (!hasIds) return { type: "failed", fault: { type: "malformed" } };
        const result = await ask({ prompt: [...beforeIds, ...output], maxTokens: 1, echo: true });
        return result.type === "failed" ? result : textAfter(result.value, prompt.text);
      },
      async verify(output, tokens) {
        const isFirst = isApart && output.length === 0 && tokens.length === draft.length;
        const whole = promptWith([...output, ...tokens]);
        if (whole === undefined) return { type: "failed", failure: { type: "malformed" } };
        const result = isFirst ? first : await ask({ prompt: whole, maxTokens: 1, echo: true });
        if (result.type === "failed") return { type: "failed", failure: result.fault };
        return readDraft(result.value, output, tokens);
      },
      async generate(output, count) {
        const whole = promptWith(output);
        if (whole === undefined) return { type: "failed", failure: { type: "malformed" } };
        const result = await ask({ prompt: whole, maxTokens: count, echo: false });
        if (result.type === "failed") return { type: "failed", failure: result.fault };
        const { tokens, text, isEnd } = result.value;
        const texts = alignTexts(
          tokens.map((token) => token.text),
          text,
        );
        const next = hasIds
          ? tokens.flatMap(({ id }, index) =>
              id === undefined ? [] : [texts[index] === undefined ? id : numberOf({ id, text: texts[index] })],
            )
          : texts.map((own) => vocabulary.number(undefined, own));
        // Of characters whose tokens cannot be told apart, only the whole ones.
        const rest = hasIds ? "" : withoutEnd(text.slice(texts.join("").length), "\uFFFD");
        if (rest !== "") next.push(vocabulary.number(undefined, rest));
        if (isEnd) return { type: "tokens", next: [...next, END] };
        return next.length > 0 ? { type: "tokens", next } : { type: "failed", failure: { type: "no-scores" } };
      },
    },
  };
}

/** What an echo has after a text, without the token that was generated. */
function textAfter({ text, tokens }: Completion, before: string): Result<string> {
  const at = text.indexOf(before);
  if (at < 0) return { type: "failed", fault: { type: "malformed" } };
  const generated = tokens.at(-1)?.text ?? "";
  const end = isClean(generated) && text.endsWith(generated) ? text.length - generated.length : text.length;
  return { type: "answered", value: text.slice(at + before.length, end) };
}

interface Echo {
  /** The prompt's tokens with the text that each adds. */
  readonly tokens: readonly ScoredToken[];
  /** Tokens before them that stand for no text, such as one that begins each text. */
  readonly skipped: number;
}

/** The tokens of a prompt, if they are all there. */
function readEcho({ tokens, promptLength }: Completion, prompt: string): Echo | undefined {
  const own = tokens.slice(0, promptLength);
  for (const skipped of [0, 1]) {
    const rest = own.slice(skipped);
    const texts = alignTexts(
      rest.map(({ text }) => text),
      prompt,
    );
    if (rest.length === 0 || texts.length < rest.length || texts.join("") !== prompt) continue;
    return { tokens: rest.map((token, index) => ({ ...token, text: texts[index] ?? "" })), skipped };
  }
  return undefined;
}

/** Finds the first token that reaches beyond this many characters, and how many of its own characters lie before that. */
function startOfAnswer(
  tokens: readonly ScoredToken[],
  length: number,
): { readonly index: number; readonly lead: number } | undefined {
  let at = 0;
  for (const [index, { text }] of tokens.entries()) {
    // The first bytes of a character have no text, and belong to what comes.
    if (at === length || at + text.length > length) return { index, lead: length - at };
    at += text.length;
  }
  return undefined;
}

function isClean(text: string): boolean {
  return text !== "" && !text.includes("\uFFFD");
}
