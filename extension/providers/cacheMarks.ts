type WireMessage = Readonly<Record<string, unknown>>;

/**
 * Messages on the wire, with marks where the beginning of a request ends that the next one shares: behind the system prompt, and behind
 * the last message. Anthropic's models keep nothing that is not marked; each is looked for from the next request's marks backwards.
 */
export function markPrefixes(messages: readonly WireMessage[]): readonly WireMessage[] {
  return messages.map((message, at) => {
    const { role, content } = message;
    const isEnd = (at === 0 && role === "system") || at === messages.length - 1;
    // What is empty cannot be marked.
    if (!isEnd || typeof content !== "string" || content === "") return message;
    return { ...message, content: [{ type: "text", text: content, cache_control: { type: "ephemeral" } }] };
  });
}
