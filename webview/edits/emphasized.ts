interface Part {
  readonly start: number;
  readonly end: number;
}

/** Emphasizes parts of the text of a line of HTML. The parts are in characters of the text, end-exclusive and in ascending order. */
export function emphasized(html: string, parts: readonly Part[]): string {
  if (parts.length === 0) return html;
  let at = 0;
  // Tags, signs that are written as names, and the text between them.
  return html.replace(/<[^<>]*>|&[#\w]+;|[^<&]+/g, (token) => {
    if (token.startsWith("<")) return token;
    const start = at;
    if (token.startsWith("&")) {
      at++;
      return parts.some((part) => part.start <= start && start < part.end) ? marked(token) : token;
    }
    at += token.length;
    let text = "";
    let written = start;
    for (const part of parts) {
      const [from, to] = [Math.max(part.start, written), Math.min(part.end, at)];
      if (from >= to) continue;
      text += token.slice(written - start, from - start) + marked(token.slice(from - start, to - start));
      written = to;
    }
    return text + token.slice(written - start);
  });
}

function marked(html: string): string {
  return `<span class="edit-part">${html}</span>`;
}
