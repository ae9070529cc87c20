import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { ConfigurationTarget, workspace } from "vscode";
import * as v from "valibot";
import type { LocalModel, LocalOptions } from "../../core/models/localEngine.ts";

/** How long a model stays in memory without work, in minutes, unless the user has set it. */
const USUAL_MINUTES = 10;
/** No timer takes more. */
const MOST_MINUTES = 30_000;

/** What the user has set for models on this machine. */
export interface LocalSettings {
  /** `undefined` if none is chosen. */
  readonly model: LocalModel | undefined;
  /** Whether a path is set that counts as none, since it is relative. */
  readonly isPathRelative: boolean;
  readonly options: LocalOptions;
}

/**
 * Reads the settings as they are now. No workspace can set them, like all that decides who gets code. What does not fit counts as not
 * set.
 */
export function readLocalSettings(): LocalSettings {
  const settings = workspace.getConfiguration("fastApply.local");
  const read = <Value>(name: string, schema: v.GenericSchema<Value>, otherwise: Value): Value => {
    const value = v.safeParse(schema, settings.get(name));
    return value.success ? value.output : otherwise;
  };
  const path = fromHome(read("model", v.string(), "").trim());
  const minutes = read("idleMinutes", v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_MINUTES)), USUAL_MINUTES);
  return {
    model: isAbsolute(path) ? { path, name: modelName(path) } : undefined,
    isPathRelative: path !== "" && !isAbsolute(path),
    options: {
      usesGpu: read("gpu", v.boolean(), true),
      isStrict: read("strict", v.boolean(), false),
      idleMs: minutes * 60_000,
    },
  };
}

function fromHome(path: string): string {
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

/** Names a model file for the user: without its folder and `.gguf`. */
export function modelName(path: string): string {
  return basename(path).replace(/\.gguf$/i, "");
}

/** Writes which model is used into the user's settings; an empty path means none. */
export async function saveLocalModel(path: string): Promise<void> {
  const value = path === "" ? undefined : path;
  await workspace.getConfiguration("fastApply.local").update("model", value, ConfigurationTarget.Global);
}
