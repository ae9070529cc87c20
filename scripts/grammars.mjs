/**
 * The grammars that are shipped, by the names of their files in `@vscode/tree-sitter-wasm` 0.3.1, which has the licence of its own
 * build alone. Version (or commit) and notice are those of the sources that it is built from, read from their LICENSE files.
 *
 * @type {Readonly<Record<string, { readonly version: string, readonly licence: "MIT" | "Apache-2.0", readonly notices: readonly string[] }>>}
 */
export const grammars = {
  bash: mit("0.25.0", "Copyright (c) 2017 Max Brunsfeld"),
  "c-sharp": mit("485f0ba", "Copyright (c) 2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors."),
  cpp: mit("12bd6f7", "Copyright (c) 2014 Max Brunsfeld"),
  css: mit("0.25.0", "Copyright (c) 2018 Max Brunsfeld"),
  go: mit("0.25.0", "Copyright (c) 2014 Max Brunsfeld"),
  // Its LICENSE names nobody, and there is no NOTICE.
  ini: { version: "f0285fe", licence: "Apache-2.0", notices: [] },
  java: mit("0.23.5", "Copyright (c) 2017 Ayman Nadeem"),
  javascript: mit("0.25.0", "Copyright (c) 2014 Max Brunsfeld"),
  php: mit(
    "0.24.2",
    "Copyright (c) 2017 Josh Vera, GitHub",
    "Copyright (c) 2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White",
  ),
  powershell: mit("9379c77", "Copyright (c) 2023 Airbus CERT"),
  python: mit("0.25.0", "Copyright (c) 2016 Max Brunsfeld"),
  ruby: mit("0.23.1", "Copyright (c) 2016 Rob Rix"),
  rust: mit("261b202", "Copyright (c) 2017 Maxim Sokolov"),
  // Both are of one repository.
  tsx: mit("0.23.2", "Copyright (c) 2017 Max Brunsfeld"),
  typescript: mit("0.23.2", "Copyright (c) 2017 Max Brunsfeld"),
};

/**
 * @param {string} version
 * @param {readonly string[]} notices
 */
function mit(version, ...notices) {
  return { version, licence: /** @type {const} */ ("MIT"), notices };
}
