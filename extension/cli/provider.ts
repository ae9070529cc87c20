import { checkEndpoint, describeEndpointFault } from "../core/models/endpoint.ts";
import type { ProviderChoice, ProviderPreset, Providers, Rewriter } from "../core/models/rewriter.ts";

/** What the command line says about the provider. */
export interface ProviderFlags {
  readonly provider: string;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** The flags or the environment lack something; `next` says what to do. */
interface Unfit {
  readonly type: "unfit";
  readonly message: string;
  readonly next: string;
}

export type ChosenRewriter = { readonly type: "rewriter"; readonly rewriter: Rewriter } | Unfit;
export type ChosenProvider = { readonly type: "chosen"; readonly choice: ProviderChoice } | Unfit;

/** The key for a server of the user's own, and for any other address than the vendor's: the vendor's variables are for the vendor alone. */
const OTHER_KEY = "FAST_APPLY_API_KEY";

/** Creates the rewriter that the flags name, with its key from the environment. Sends nothing. */
export function chooseRewriter(
  providers: Providers,
  flags: ProviderFlags,
  environment: Readonly<Record<string, string | undefined>>,
): ChosenRewriter {
  const chosen = readProviderFlags(providers.presets, flags, environment);
  return chosen.type === "unfit" ? chosen : { type: "rewriter", rewriter: providers.create(chosen.choice) };
}

/** Chooses the provider of `presets` that the flags name, with its address, model and the key from the environment. */
export function readProviderFlags(
  presets: readonly ProviderPreset[],
  { provider, model, baseUrl }: ProviderFlags,
  environment: Readonly<Record<string, string | undefined>>,
): ChosenProvider {
  const preset = presets.find(({ id }) => id === provider);
  if (preset === undefined) {
    const names = presets.map(({ id }) => id).join(", ");
    return { type: "unfit", message: `there is no provider "${provider}".`, next: `choose one of ${names}.` };
  }
  const address = baseUrl ?? preset.baseUrl;
  const check = checkEndpoint(address);
  const next = "give its address with --base-url.";
  if (check.type === "refused") return { type: "unfit", message: describeEndpointFault(check.reason), next };
  if (check.type === "plain-http") {
    const message = `${check.origin} is another machine, and http: would send the file and the key readable for all on the way.`;
    return { type: "unfit", message, next: "use https:, or a tunnel to this machine." };
  }
  const chosen = model ?? preset.model;
  if (chosen === "") return { type: "unfit", message: `${preset.name} needs a model.`, next: "name it with --model." };
  const variables = keyVariables(preset, check.origin);
  const key = variables.map((name) => environment[name]).find((value) => value !== undefined && value !== "");
  if (preset.needsKey && key === undefined) {
    const message = `${preset.name} needs a key.`;
    const page = preset.keyPage === undefined ? "" : ` There are keys on ${preset.keyPage}.`;
    return { type: "unfit", message, next: `set the environment variable ${variables.join(" or ")}.${page}` };
  }
  return { type: "chosen", choice: { preset, baseUrl: address, model: chosen, key } };
}

function keyVariables({ baseUrl, keyVariables: own }: ProviderPreset, origin: string): readonly string[] {
  const isVendor = URL.canParse(baseUrl) && new URL(baseUrl).origin === origin;
  return isVendor && own.length > 0 ? own : [OTHER_KEY];
}
