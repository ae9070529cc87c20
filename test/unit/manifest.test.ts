import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { FORMAT_SETTINGS } from "../../extension/core/chat/plannerFormat.ts";
import { plannerPresets } from "../../extension/providers/plannerPresets.ts";
import { presets } from "../../extension/providers/presets.ts";

interface Item {
  readonly command: string;
  readonly when?: string;
}

interface Manifest {
  readonly icon: string;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly { command: string; title: string; category?: string; icon?: string }[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly keybindings: readonly (Item & { key: string; mac?: string })[];
    readonly configuration: {
      properties: Readonly<Record<string, { scope: string; default: unknown; enum?: readonly string[] }>>;
    };
    readonly colors: readonly { id: string; defaults: Readonly<Record<string, string>> }[];
    readonly views: Readonly<Record<string, readonly { id: string; when?: string }[]>>;
    readonly walkthroughs: readonly {
      steps: readonly { media: { image: string }; completionEvents: readonly string[] }[];
    }[];
  };
}

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const manifestText = read("package.json");
const manifest = JSON.parse(manifestText) as Manifest;
const { commands, menus, keybindings, configuration, colors, views, walkthroughs } = manifest.contributes;

const code = readdirSync(join(root, "extension"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => read(join("extension", path)))
  .join("\n");
/** Every name of ours that the code says in full. */
const namesInCode = new Set([...code.matchAll(/"(fastApply\.[\w.]+)"/g)].map(([, name]) => name ?? ""));
const commandNames = commands.map(({ command }) => command);
const settingNames = Object.keys(configuration.properties);
/** Status bar entries, context keys and the tab of a report, which need no declaration. */
const unlisted = [
  ...["busy", "evaluation", "figures"],
  ...["catchesLateKeys", "hasEditHere", "isAskingHere", "promptWalks"],
].map((name) => `fastApply.${name}`);
const viewNames = Object.values(views).flatMap((list) => list.map(({ id }) => id));
const conditions = [...Object.values(menus).flat(), ...keybindings, ...Object.values(views).flat()].map(
  ({ when }) => when ?? "",
);

test("the manifest declares what the code names, and the code has what the manifest declares", () => {
  const declared = [...commandNames, ...settingNames, ...viewNames, ...colors.map(({ id }) => id)];
  const known = (name: string): boolean =>
    declared.includes(name) ||
    unlisted.includes(name) ||
    viewNames.some((view) => name === `${view}.focus`) ||
    // A section of the settings.
    settingNames.some((setting) => setting.startsWith(`${name}.`));
  expect([...namesInCode].filter((name) => !known(name))).toEqual([]);
  const used = (name: string): boolean => namesInCode.has(name);
  expect([...commandNames, ...viewNames, ...colors.map(({ id }) => id)].filter((name) => !used(name))).toEqual([]);
});

test("menus and keys name commands of ours", () => {
  const named = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command);
  expect(named.filter((command) => !commandNames.includes(command))).toEqual([]);
});

test("the palette shows each command only when it applies", () => {
  const inPalette = new Map((menus.commandPalette ?? []).map(({ command, when }) => [command, when]));
  const always = [
    ...["setApiKey", "chooseProvider", "testProvider", "signOut", "showLog", "openEvaluation"],
    ...["addChatModel", "removeChatModel", "openChat", "newChat", "exportChat"],
  ].map((name) => `fastApply.${name}`);
  const isAlways = (name: string): boolean => name.startsWith("fastApply.apply") || always.includes(name);
  expect(commandNames.filter((name) => !isAlways(name) && !inPalette.get(name))).toEqual([]);
});

test("every command says whose it is", () => {
  const english = JSON.parse(read("package.nls.json")) as Readonly<Record<string, string>>;
  const titleOf = (title: string): string => english[title.replaceAll("%", "")] ?? "";
  const isNamed = (category: string | undefined, title: string): boolean =>
    `${category ?? ""} ${title}`.includes("Fast Apply");
  expect(commands.filter(({ category, title }) => !isNamed(category, titleOf(title)))).toEqual([]);
});

test("buttons have an icon", () => {
  const icons = new Map(commands.map(({ command, icon }) => [command, icon]));
  const buttons = Object.values(menus)
    .flat()
    .filter((item) => /^(navigation|inline)/.test((item as { group?: string }).group ?? ""));
  expect(buttons.filter(({ command }) => !/^\$\([a-z-]+\)$/.test(icons.get(command) ?? ""))).toEqual([]);
});

test("conditions ask for contexts that the code sets", () => {
  const contexts = new Set([
    ...[...read("extension/host/review/reviewContexts.ts").matchAll(/^ {2}readonly (\w+):/gm)].map(([, name]) => name),
    ...[...code.matchAll(/"setContext",\s*"fastApply\.(\w+)"/g)].map(([, name]) => name),
  ]);
  const asked = conditions.flatMap((when) => [
    ...when.replaceAll(/config\.[\w.]+|view == [\w.]+/g, "").matchAll(/fastApply\.(\w+)/g),
  ]);
  expect(asked.map(([, name]) => name).filter((name) => !contexts.has(name))).toEqual([]);
  const settings = conditions.flatMap((when) => [...when.matchAll(/config\.([\w.]+)/g)]);
  expect(settings.map(([, name]) => name ?? "").filter((name) => !settingNames.includes(name))).toEqual([]);
});

describe("keys", () => {
  test("undo and redo stay VS Code's own", () => {
    const keys = keybindings.flatMap(({ key, mac }) => [key, mac ?? ""]);
    expect(keys.filter((key) => /\b[zy]$/.test(key) && key.includes("+"))).toEqual([]);
  });

  test("letters act in the read-only documents of a review alone, but for a moment after its last hunk", () => {
    const plain = keybindings.filter(({ key }) => !key.includes("+"));
    const review =
      /^editorTextFocus && resourceScheme (== fast-apply-review|=~ \/\^fast-apply-\(review\|proposal\)\$\/)/;
    const late = "editorTextFocus && fastApply.catchesLateKeys";
    // Up and Down in the prompt line, which is no text of the user's.
    const walks = "inQuickInput && fastApply.promptWalks";
    const others = plain.filter(({ when = "" }) => ![late, walks].includes(when) && !review.test(when));
    expect(others).toEqual([]);
    expect(plain.filter(({ when }) => when === walks).map(({ key }) => key)).toEqual(["up", "down"]);
    expect(plain.filter(({ when }) => when === late).map(({ command }) => command)).toEqual(
      Array(2).fill("fastApply.ignoreLateKey"),
    );
  });

  test("those for a file under review ask by its resource, which VS Code knows before the extension hears of it", () => {
    const ofFiles = keybindings.flatMap(({ when = "" }) => (when.includes("fastApply.fileHasReview") ? [when] : []));
    expect(ofFiles).toHaveLength(3);
    expect(ofFiles.filter((when) => !when.includes("resource in fastApply.filesUnderReview"))).toEqual([]);
  });

  test("none is bound everywhere, and none twice under the same condition", () => {
    expect(keybindings.filter(({ when }) => when === undefined)).toEqual([]);
    const bindings = keybindings.map(({ key, when }) => `${key} ${when ?? ""}`);
    expect(new Set(bindings).size).toBe(bindings.length);
  });
});

test("settings are harmless in a workspace and ask for nothing", () => {
  expect(Object.fromEntries(settingNames.map((name) => [name, configuration.properties[name]?.default]))).toMatchObject(
    {
      "fastApply.saveOnAccept": false,
      "fastApply.review.view": "inline",
      "fastApply.review.autoReveal": true,
      "fastApply.engine": "auto",
      "fastApply.provider": "",
      "fastApply.providerOptions": {},
    },
  );
  const shared = Object.entries(configuration.properties).filter(([, { scope }]) => scope !== "resource");
  expect(shared.map(([name]) => name)).toEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations);
});

test("which model gets code, and whether agents need a review, is the user's own setting, which no workspace can make", () => {
  const ofUser = [
    ...["fastApply.engine", "fastApply.provider", "fastApply.providerOptions"],
    ...["fastApply.chat.model", "fastApply.chat.models", "fastApply.chat.editFormat"],
    ...["fastApply.chat.readsWorkspace", "fastApply.chat.readRounds", "fastApply.chat.readTokens"],
    "fastApply.askForChoice",
    ...["model", "gpu", "strict", "idleMinutes"].map((name) => `fastApply.local.${name}`),
    ...["fastApply.tool.review", "fastApply.tool.waitSeconds"],
  ];
  // A container's `devcontainer.json` writes the settings of its machine, so it may choose models, which it could ask itself.
  expect(ofUser.map((name) => configuration.properties[name]?.scope)).toEqual(
    ofUser.map((name) => (name === "fastApply.tool.review" ? "application" : "machine")),
  );
  // A workspace may say how its tests are run: only where it is trusted, and each run is confirmed.
  const ofWorkspace = "fastApply.chat.testCommand";
  expect(configuration.properties[ofWorkspace]?.scope).toBe("machine-overridable");
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  expect(restricted.filter((name) => name !== ofWorkspace)).toEqual(ofUser);
});

test("the settings offer every provider, in the order of their table", () => {
  const ids = ["local", ...presets.map(({ id }) => id), "vscode"];
  expect(configuration.properties["fastApply.engine"]?.enum).toEqual(["auto", "structural", ...ids]);
  expect(configuration.properties["fastApply.provider"]?.enum).toEqual(["", ...ids]);
});

test("the settings offer every format that planners are asked for", () => {
  expect(configuration.properties["fastApply.chat.editFormat"]?.enum).toEqual(FORMAT_SETTINGS);
});

test("the settings offer every provider of planners, in the order of their table", () => {
  const models = v.parse(
    v.object({ items: v.object({ properties: v.object({ provider: v.object({ enum: v.array(v.string()) }) }) }) }),
    configuration.properties["fastApply.chat.models"],
  );
  expect(models.items.properties.provider.enum).toEqual(plannerPresets.map(({ id }) => id));
});

test("colours have a default in all four kinds of themes", () => {
  const kinds = ["dark", "highContrast", "highContrastLight", "light"];
  const isColor = (value: string): boolean => /^#([0-9a-f]{6}|[0-9a-f]{8})$|^[a-z][A-Za-z]*(\.[A-Za-z]+)+$/.test(value);
  for (const { id, defaults } of colors) {
    expect(Object.keys(defaults).sort(), id).toEqual(kinds);
    expect(
      Object.values(defaults).filter((value) => !isColor(value)),
      id,
    ).toEqual([]);
  }
});

test("the icon is a square of at least 128 pixels", () => {
  const png = readFileSync(join(root, manifest.icon));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect(width).toBeGreaterThanOrEqual(128);
  expect(height).toBe(width);
});

test("the walkthrough has its pictures, and steps that something completes", () => {
  const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  expect(steps.length).toBe(4);
  expect(steps.filter(({ media }) => !existsSync(join(root, media.image)))).toEqual([]);
  const done = steps
    .flatMap(({ completionEvents }) => completionEvents)
    .filter((event) => event.startsWith("onCommand:"));
  expect(done.filter((event) => !commandNames.includes(event.slice("onCommand:".length)))).toEqual([]);
});

describe("package.nls", () => {
  const texts = JSON.parse(read("package.nls.json")) as Readonly<Record<string, string>>;
  const german = JSON.parse(read("package.nls.de.json")) as Readonly<Record<string, string>>;
  const asked = new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ""));

  test("has every text that the manifest asks for, and no other", () => {
    expect(Object.keys(texts).sort()).toEqual([...asked].sort());
  });

  test("is whole in German, links and code included", () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(texts).sort());
    const kept = (text: string | undefined): string[] => (text?.match(/\(command:[\w.]+\)|`[^`]+`/g) ?? []).sort();
    for (const key of Object.keys(texts)) expect(kept(german[key]), key).toEqual(kept(texts[key]));
  });
});
