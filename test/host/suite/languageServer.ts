import { after, before } from "mocha";
import * as vscode from "vscode";

/** In the place of a language server: reports each line of the open files below the tests' folders that has one of its words. */
export class StandInServer {
  #collection: vscode.DiagnosticCollection | undefined;

  constructor(words: ReadonlyMap<string, string>) {
    let listeners: vscode.Disposable;
    before(() => {
      const collection = (this.#collection = vscode.languages.createDiagnosticCollection("stand-in"));
      const look = (document: vscode.TextDocument): void => {
        if (document.uri.scheme !== "file" || !document.uri.path.endsWith(".js")) return;
        const found = document
          .getText()
          .split("\n")
          .flatMap((line, number) =>
            [...words].flatMap(([word, message]) =>
              line.includes(word)
                ? [new vscode.Diagnostic(new vscode.Range(number, 0, number, line.length), message)]
                : [],
            ),
          );
        collection.set(document.uri, found);
      };
      listeners = vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument(look),
        vscode.workspace.onDidChangeTextDocument(({ document }) => {
          look(document);
        }),
        vscode.workspace.onDidCloseTextDocument(({ uri }) => {
          collection.delete(uri);
        }),
      );
    });
    after(() => {
      listeners.dispose();
      this.#collection?.dispose();
    });
  }

  /** What it reports of a file. */
  of(target: vscode.Uri): readonly string[] {
    return this.#collection?.get(target)?.map(({ message }) => message) ?? [];
  }
}
