import { Disposable, EventEmitter, languages, workspace, type CodeLensProvider } from "vscode";

/** Registers the lenses above fences; the code for them loads with the first Markdown document, at the start if one is open. */
export function registerReplyLenses(): Disposable {
  const load = () => import("../firstUse.ts");
  const changed = new EventEmitter<void>();
  const onFiles = (): void => {
    changed.fire();
  };
  const provider: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => (await load()).lensesOf(document),
    resolveCodeLens: async (lens, token) => (await load()).resolved(lens, token),
  };
  return Disposable.from(
    changed,
    languages.registerCodeLensProvider({ language: "markdown" }, provider),
    workspace.onDidCreateFiles(onFiles),
    workspace.onDidDeleteFiles(onFiles),
    workspace.onDidRenameFiles(onFiles),
  );
}
