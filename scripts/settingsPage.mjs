// Writes docs/settings.md, the settings and colours that package.json declares, by `npm run docs:settings`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";

const root = join(import.meta.dirname, "..");
const pageFile = join(root, "docs", "settings.md");

/**
 * What is used of a declared setting. Texts that begin and end with `%` stand in package.nls.json.
 *
 * @typedef {{
 *   readonly type: string, readonly default: unknown, readonly scope: string, readonly markdownDescription: string,
 *   readonly enum?: readonly string[], readonly enumDescriptions?: readonly string[],
 *   readonly minimum?: number, readonly maximum?: number,
 *   readonly items?: Fields, readonly additionalProperties?: Fields,
 * }} Setting
 * @typedef {{ readonly required?: readonly string[], readonly properties: Readonly<Record<string, { readonly description: string }>> }} Fields
 */

/** Who may set it, by VS Code's name for that. @type {Readonly<Record<string, string>>} */
const scopes = {
  resource: "user, workspace or folder",
  machine: "user only, or a dev container for its machine",
  application: "user only",
  "machine-overridable": "user; a trusted workspace may override it",
};

if (process.argv[1] === import.meta.filename) writeFileSync(pageFile, await settingsPage());

/** Makes the page as it should be. */
export async function settingsPage() {
  const { contributes } =
    /** @type {{ contributes: { configuration: { properties: Record<string, Setting> }, colors: { id: string, description: string }[] } }} */ (
      JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    );
  const settings = Object.entries(contributes.configuration.properties).map(([name, setting]) =>
    section(name, setting),
  );
  const colors = contributes.colors.map(({ id, description }) => `| \`${id}\` | ${english(description)} |`);
  const text = [
    "# Settings",
    "This page is generated from `package.json` by `npm run docs:settings`.",
    ...settings,
    "## Colours",
    "Change them under `workbench.colorCustomizations`.",
    ["| colour | use |", "| --- | --- |", ...colors].join("\n"),
  ].join("\n\n");
  return format(text, { ...(await resolveConfig(pageFile)), parser: "markdown" });
}

/**
 * @param {string} name
 * @param {Setting} setting
 */
function section(name, setting) {
  const values = (setting.enum ?? []).map((value, index) => {
    const description = setting.enumDescriptions?.[index];
    return `\`${value === "" ? '""' : value}\`${description === undefined ? "" : `: ${english(description)}`}`;
  });
  const isDescribed = setting.enumDescriptions !== undefined;
  return [
    `## \`${name}\``,
    english(setting.markdownDescription),
    isDescribed ? values.map((value) => `- ${value}`).join("\n") : values.length > 0 && `Values: ${values.join(", ")}.`,
    fields(setting.items ?? setting.additionalProperties),
    [
      `Default: \`${JSON.stringify(setting.default)}\`.`,
      setting.minimum !== undefined && `At least ${setting.minimum}${bound(setting.maximum)}.`,
      `Set by: ${scopes[setting.scope] ?? setting.scope}.`,
    ]
      .filter(Boolean)
      .join(" "),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** @param {number | undefined} maximum */
function bound(maximum) {
  return maximum === undefined ? "" : `, at most ${maximum}`;
}

/** @param {Fields | undefined} entries the fields of each entry of a list or an object */
function fields(entries) {
  if (entries === undefined) return "";
  const rows = Object.entries(entries.properties).map(
    ([name, { description }]) =>
      `| \`${name}\` | ${entries.required?.includes(name) === true ? "required" : ""} | ${english(description)} |`,
  );
  return ["| field | | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/**
 * The English text, with VS Code's links to settings made links of the page, and links to commands their words.
 *
 * @param {string} key such as `%setting.engine%`
 */
function english(key) {
  const texts = /** @type {Record<string, string>} */ (
    JSON.parse(readFileSync(join(root, "package.nls.json"), "utf8"))
  );
  const text = texts[key.replaceAll("%", "")] ?? key;
  return text
    .replaceAll(/`#(fastApply\.[\w.]+)#`/g, (_, /** @type {string} */ name) => `[\`${name}\`](#${anchorOf(name)})`)
    .replaceAll(/`#([\w.]+)#`/g, "`$1`")
    .replaceAll(/\[([^\]]+)\]\(command:[\w.]+\)/g, "_$1_");
}

/** @param {string} name as a heading, which has a place of its own in the page */
function anchorOf(name) {
  return name.toLowerCase().replaceAll(".", "");
}
