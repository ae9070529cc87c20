/**
 * How the chat's page is bundled: `page.js`, `page.css` and the icons' `codicon.ttf` in one folder.
 *
 * @param {string} root folder of the project
 * @param {string} outdir
 * @returns {import("esbuild").BuildOptions & { metafile: true }}
 */
export function pageBundle(root, outdir) {
  return {
    absWorkingDir: root,
    entryPoints: ["webview/page.tsx", "webview/page.css"],
    outdir,
    bundle: true,
    platform: "browser",
    // The Chromium of the oldest VS Code that the extension runs in.
    target: "chrome134",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".ttf": "file" },
    assetNames: "[name]",
    metafile: true,
    logLevel: "info",
  };
}
