/** What the page of the chat is made with. */
export interface ChatPageParts {
  /** Where the page's own files may come from, as VS Code names it in a content security policy. */
  readonly cspSource: string;
  /** A new one for each page, of letters and digits. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** As in `lang`, for instance `de`. */
  readonly language: string;
  /** Messages of the extension in that language, by the English ones; none for English. */
  readonly words: Readonly<Record<string, string>>;
}

/** Makes the HTML of the chat's page. Nothing in it comes from elsewhere, and no script runs except the page's own. */
export function chatPageHtml({ cspSource, nonce, scriptUri, styleUri, language, words }: ChatPageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Fast Apply</title>
    <link rel="stylesheet" href="${escapeHtml(styleUri)}">
    <script type="application/json" id="words">${JSON.stringify(words).replaceAll("<", "\\u003c")}</script>
    <script type="module" nonce="${nonce}" src="${escapeHtml(scriptUri)}"></script>
  </head>
  <body></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
