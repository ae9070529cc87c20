/**
 * What VS Code itself styles in every webview, as far as the chat's page has to do with it. In a layer of its own, before
 * the page's policy, as there: whatever the page does not say otherwise looks like this.
 */
export const webviewStyles = `
@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body { margin: 0; padding: 0 20px; background-color: transparent; color: var(--vscode-editor-foreground); }
  a, a code { color: var(--vscode-textLink-foreground); }
  p > a { text-decoration: underline; }
  a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
  code {
    padding: 1px 3px;
    border-radius: 4px;
    background-color: var(--vscode-textPreformat-background);
    color: var(--vscode-textPreformat-foreground);
    font-family: monospace;
  }
  pre code { padding: 0; }
  blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
  kbd { padding: 1px 3px; border: 1px solid; border-radius: 3px; vertical-align: middle; }
  ::-webkit-scrollbar { width: 10px; height: 10px; }
  ::-webkit-scrollbar-thumb { background-color: var(--vscode-scrollbarSlider-background); }
}`;
