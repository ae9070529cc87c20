import { Disposable, OverviewRulerLane, Range, ThemeColor, window } from "vscode";
import type { RegionInPlace } from "./editPlace.ts";

/** Marks the lines of a place in all editors that show it, until the mark is disposed of. `words` are shown after its first line. */
export function markPlace({ uri, lines }: Pick<RegionInPlace, "uri" | "lines">, words: string): Disposable {
  const color = new ThemeColor("progressBar.background");
  const mark = window.createTextEditorDecorationType({
    isWholeLine: true,
    borderColor: color,
    borderStyle: "solid",
    borderWidth: "0 0 0 2px",
    overviewRulerColor: color,
    overviewRulerLane: OverviewRulerLane.Left,
  });
  const said = window.createTextEditorDecorationType({
    after: { contentText: words, color: new ThemeColor("editorCodeLens.foreground"), margin: "0 0 0 3ch" },
  });
  const key = uri.toString();
  const first = lines.startLine - 1;
  // What is typed meanwhile moves the marks along.
  const show = (): void => {
    for (const editor of window.visibleTextEditors.filter(({ document }) => document.uri.toString() === key)) {
      const { lineCount } = editor.document;
      const last = Math.min(lines.endLine, lineCount) - 1;
      const end = Number.MAX_SAFE_INTEGER;
      editor.setDecorations(mark, [editor.document.validateRange(new Range(first, 0, last, end))]);
      editor.setDecorations(said, [editor.document.validateRange(new Range(first, end, first, end))]);
    }
  };
  show();
  return Disposable.from(mark, said, window.onDidChangeVisibleTextEditors(show));
}
