import { defineConfig } from "eslint/config";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import regexp from "eslint-plugin-regexp";
import * as typeScriptParser from "@typescript-eslint/parser";

/** What a merge and its proof take. */
const judging = ["core/text", "core/diff", "core/sketch", "core/merge", "core/proof"];
/** What an apply takes. */
const applying = [...judging, "core/placing", "core/models", "core/apply"];

/** What each folder may import; everything else below `extension` is closed to it. Each rule has a planted violation in `test/unit/lintFixtures`. */
const mayImport = {
  "extension/core": ["core"],
  "extension/core/text": ["core/text"],
  "extension/core/diff": ["core/text", "core/diff"],
  "extension/core/sketch": ["core/text", "core/sketch"],
  "extension/core/merge": ["core/text", "core/diff", "core/sketch", "core/merge"],
  "extension/core/placing": ["core/text", "core/sketch", "core/merge", "core/placing"],
  "extension/core/proof": ["core/text", "core/diff", "core/sketch", "core/proof"],
  "extension/core/speculation": ["core/speculation"],
  "extension/core/models": [...judging, "core/models"],
  "extension/core/targets": ["core/text", "core/sketch", "core/merge", "core/targets"],
  "extension/core/apply": applying,
  "extension/core/review": [...judging, "core/review"],
  "extension/core/chat": [...applying, "core/targets", "core/chat"],
  "extension/core/tools": [...applying, "core/targets", "core/review", "core/tools"],
  "extension/core/evaluation": [...judging, "core/models", "core/chat", "core/evaluation"],
  "extension/core/planning": ["core/text", "core/models", "core/targets", "core/chat", "core/tools", "core/planning"],
  "extension/node": ["core", "node"],
  "extension/providers": ["core", "providers"],
  "extension/local": ["core", "node", "local"],
  "extension/evaluation": ["core", "node", "evaluation"],
  "extension/host": ["core", "node", "evaluation", "host"],
  "extension/cli": ["core", "node", "providers", "local", "mcp", "evaluation", "cli"],
  "extension/mcp": ["core", "node", "providers", "local", "mcp"],
  webview: ["core/chat"],
  training: ["core", "providers", "evaluation"],
};

const importDirections = [
  ...Object.entries(mayImport).map(([folder, allowed]) => ({
    target: `./${folder}`,
    from: "./extension",
    except: allowed.map((path) => `./${path}`),
    message: `${folder} may import from ${allowed.join(", ")} only.`,
  })),
  {
    target: "./extension",
    from: ["./test", "./scripts", "./training", "./webview"],
    message: "The extension may not import tests, scripts, the training of its weights or the webview.",
  },
  {
    target: "./webview",
    from: "./training",
    message: "The page may not import the training of the weights.",
  },
];

/** Names that would tie the core to a clock, the network, Node or a browser. */
const globalsClosedToCore = {
  "The core has no clock.": [
    "Date",
    "performance",
    "setTimeout",
    "setInterval",
    "setImmediate",
    "clearTimeout",
    "clearInterval",
    "clearImmediate",
  ],
  "The core has no network.": ["fetch", "Request", "Response", "Headers", "WebSocket", "EventSource", "XMLHttpRequest"],
  "The core does not know where it runs.": [
    "process",
    "Buffer",
    "console",
    "crypto",
    "global",
    "globalThis",
    "require",
    "module",
    "__dirname",
    "__filename",
    "window",
    "document",
    "navigator",
    "location",
    "localStorage",
    "sessionStorage",
    "self",
    "Worker",
    "postMessage",
  ],
};

// What oxlint has as well stands in .oxlintrc.json: it needs a tenth of the time.
export default defineConfig(
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parser: typeScriptParser, parserOptions: { ecmaFeatures: { jsx: true } } },
  },
  {
    files: ["**/*.{ts,tsx,mjs}"],
    plugins: { "import-x": importX },
    settings: {
      // Without these three the rules below see no TypeScript file and pass in silence.
      "import-x/extensions": [".ts", ".tsx", ".mjs", ".js"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".tsx", ".mjs", ".js"] })],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones: importDirections }],
    },
  },
  {
    // What is read is anybody's text, so that a pattern whose time grows with the square of a line can freeze the editor.
    files: ["extension/**", "webview/**"],
    // It sees no line longer than `drawRevisions` lets through.
    ignores: ["extension/evaluation/generate/**"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential", ignorePartial: false }],
    },
  },
  {
    files: ["extension/core/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: ":matches(CallExpression, NewExpression) > SpreadElement",
          message: "A call takes some 100,000 arguments at most, and a text may have more lines: use a loop or reduce.",
        },
      ],
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: String.raw`^(?!\.{1,2}/|diff$)`,
              message: "The core imports its own files and the package diff only.",
            },
          ],
        },
      ],
      "no-restricted-globals": [
        "error",
        ...Object.entries(globalsClosedToCore).flatMap(([message, names]) => names.map((name) => ({ name, message }))),
      ],
    },
  },
  {
    // What both sides of a wire parse is told once, as schemas.
    files: ["extension/core/{chat,tools,evaluation}/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: String.raw`^(?!\.{1,2}/|diff$|valibot$)`,
              message:
                "core/chat, core/tools and core/evaluation import their own files and the packages diff and valibot only.",
            },
          ],
        },
      ],
    },
  },
  {
    // Charts are computed, not drawn: these two know no page.
    files: ["extension/core/evaluation/report/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: String.raw`^(?!\.{1,2}/|valibot$|d3-scale$|d3-shape$)`,
              message:
                "core/evaluation/report imports files of the core and the packages valibot, d3-scale and d3-shape only.",
            },
          ],
        },
      ],
    },
  },
);
