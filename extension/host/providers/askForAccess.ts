import { l10n, window } from "vscode";
import { checkEndpoint, type EndpointFault } from "../../core/models/endpoint.ts";
import { askForKey } from "./askForKey.ts";
import type { ConfiguredProviders, ProviderState } from "./configuredProviders.ts";

/** Where a provider is, and the key for it. */
export interface Access {
  readonly url: string;
  /** What the key is bound to. */
  readonly origin: string;
  readonly key: string | undefined;
  /** The user has just entered the key. */
  readonly isNewKey: boolean;
}

/**
 * Asks for the address and the key of a provider unless they are known, and whether code may go there unencrypted. Nothing is stored
 * except that agreement. `undefined` if the user leaves.
 */
export async function askForAccess(providers: ConfiguredProviders, state: ProviderState): Promise<Access | undefined> {
  const { preset } = state;
  const baseUrl = await askForAddress(state);
  const endpoint = baseUrl === undefined ? undefined : checkEndpoint(baseUrl);
  if (endpoint === undefined || endpoint.type === "refused") return undefined;
  if (!(await providers.plainHttp.confirm(endpoint))) return undefined;
  const { url, origin } = endpoint;
  const isLocal = endpoint.type === "ok" && endpoint.isLoopback;
  const known = await providers.keys.keyFor(url);
  if (known !== undefined || !(preset.needsKey || !isLocal)) return { url, origin, key: known, isNewKey: false };
  const key = await askForKey(state, origin);
  if (key === undefined || (key === "" && preset.needsKey)) return undefined;
  return { url, origin, key: key === "" ? undefined : key, isNewKey: key !== "" };
}

/** Stores a key that was just entered, bound to its address; does nothing with one that was known. */
export async function storeKey({ keys }: ConfiguredProviders, { origin, key, isNewKey }: Access): Promise<void> {
  if (isNewKey && key !== undefined) await keys.set(origin, key);
}

/** Returns the one address of a vendor, and asks for that of a server of the user's own. */
async function askForAddress({ preset, baseUrl }: ProviderState): Promise<string | undefined> {
  const known = checkEndpoint(preset.baseUrl);
  const isFixed = known.type === "ok" && !known.isLoopback;
  if (isFixed && baseUrl === preset.baseUrl) return baseUrl;
  return window.showInputBox({
    title: l10n.t("Address of {0}", preset.name),
    prompt: l10n.t("The base URL of an OpenAI-compatible server. It often ends in /v1."),
    value: baseUrl,
    placeHolder: "http://localhost:8000/v1",
    ignoreFocusOut: true,
    validateInput: (text) => {
      const check = checkEndpoint(text);
      return check.type === "refused" ? endpointFault(check.reason) : undefined;
    },
  });
}

function endpointFault(fault: EndpointFault): string {
  return {
    empty: l10n.t("The address is empty."),
    "no-url": l10n.t("This is no address. It begins with https://, as in https://api.example.com/v1."),
    scheme: l10n.t("The address has to begin with https://, or with http:// for a server on this machine."),
    credentials: l10n.t("The address must not hold a name or a password. Set the key by itself."),
    query: l10n.t("The address must not hold a question mark or a number sign."),
  }[fault];
}
