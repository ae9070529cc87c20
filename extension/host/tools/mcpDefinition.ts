import * as v from "valibot";
import { Disposable, EventEmitter, lm, McpStdioServerDefinition, workspace, type ExtensionContext } from "vscode";

/** As the manifest names it. */
const PROVIDER = "fast-apply";

const packageSchema = v.object({ version: v.string() });

/**
 * Offers the server of tools to VS Code and to what runs in it, for the folders of the workspace on the disk. It hands its edits to
 * the window that has the deepest folder of the file, which is this one unless another has a folder inside it. A workspace that is
 * not trusted is offered none.
 */
export function registerMcpDefinition(context: ExtensionContext): Disposable {
  const changed = new EventEmitter<void>();
  const change = (): void => {
    changed.fire();
  };
  return Disposable.from(
    changed,
    workspace.onDidChangeWorkspaceFolders(change),
    workspace.onDidGrantWorkspaceTrust(change),
    lm.registerMcpServerDefinitionProvider(PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => mcpDefinitions(context),
    }),
  );
}

/** Lists the servers to offer: one, or none if it would have no folder or the workspace is not trusted. */
export function mcpDefinitions(
  context: Pick<ExtensionContext, "asAbsolutePath" | "extension">,
): McpStdioServerDefinition[] {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  if (!workspace.isTrusted || folders.length === 0) return [];
  const roots = folders.flatMap(({ uri }) => ["--root", uri.fsPath]);
  const { version } = v.parse(packageSchema, context.extension.packageJSON);
  return [
    new McpStdioServerDefinition(
      "Fast Apply",
      // What runs this extension can run the server too; by this variable it does so as plain Node.js.
      process.execPath,
      [context.asAbsolutePath("dist/cli.js"), "mcp", ...roots],
      { ELECTRON_RUN_AS_NODE: "1" },
      version,
    ),
  ];
}
