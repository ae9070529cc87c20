type WireMessage = Readonly<Record<string, unknown>>;

/**
 * Marks in messages on the wire where the beginning that the next request shares ends: after the system prompt, and after the last message.
 * Anthropic's models keep nothing that is not marked; from the next request's marks they look for each backwards.
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
