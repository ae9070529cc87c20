import { ConfigurationTarget, workspace } from "vscode";
import * as v from "valibot";

const optionsSchema = v.object({ baseUrl: v.optional(v.string()), model: v.optional(v.string()) });

/** Address and model of a provider, if they are not those of its preset. */
export type ProviderOptions = v.InferOutput<typeof optionsSchema>;

/** What the user has set. */
export interface ProviderSettings {
  /** `auto`, `structural`, or the id of the one provider to use. */
  readonly engine: string;
  /** The id of the provider that is asked first; empty if none is chosen. */
  readonly provider: string;
  /** By id of a provider. */
  readonly options: ReadonlyMap<string, ProviderOptions>;
}

/**
 * Reads the settings as they are now. They are of scope `machine`, so no workspace can set them. What was written into them by hand and
 * does not fit counts as not set.
 */
export function readSettings(): ProviderSettings {
  const settings = workspace.getConfiguration("fastApply");
  const text = (name: string, otherwise: string): string => {
    const read = v.safeParse(v.string(), settings.get(name));
    return read.success ? read.output.trim() : otherwise;
  };
  const listed = v.safeParse(v.record(v.string(), v.unknown()), settings.get("providerOptions"));
  const options = new Map<string, ProviderOptions>();
  for (const [id, entry] of Object.entries(listed.success ? listed.output : {})) {
    const read = v.safeParse(optionsSchema, entry);
    if (read.success) options.set(id, read.output);
  }
  return { engine: text("engine", "auto") || "auto", provider: text("provider", ""), options };
}

/** Writes which provider is asked first. The engine stays: one that sends nothing continues to send nothing. */
export async function saveFirst(id: string): Promise<void> {
  await save("provider", id);
}

/** Writes the chosen provider into the user's settings, and sets the engine back to `auto`. `options` replace those of the provider. */
export async function saveProvider(id: string, options: ProviderOptions): Promise<void> {
  const before = readSettings();
  await saveOptions(id, options);
  await saveFirst(id);
  if (before.engine !== "auto") await save("engine", undefined);
}

async function saveOptions(id: string, options: ProviderOptions): Promise<void> {
  const all = new Map(readSettings().options);
  if (Object.values(options).some((value) => value !== undefined)) all.set(id, options);
  else all.delete(id);
  await save("providerOptions", Object.fromEntries(all));
}

/** Writes the engine into the user's settings. */
export async function saveEngine(engine: string): Promise<void> {
  await save("engine", engine);
}

async function save(name: string, value: unknown): Promise<void> {
  await workspace.getConfiguration("fastApply").update(name, value, ConfigurationTarget.Global);
}
