import { checkEndpoint, describeEndpointFault } from "../core/models/endpoint.ts";
import type { ModelFailure } from "../core/models/model.ts";
import type { ProviderChoice, ProviderPreset } from "../core/models/rewriter.ts";
import type { Endpoint } from "./endpoint.ts";
import { setKeyAdvice } from "./failures.ts";

/** The endpoint of a choice, or why there is none. */
export type ChosenEndpoint =
  | { readonly type: "endpoint"; readonly endpoint: Endpoint }
  /** Nothing can be sent with what the user has set. */
  | { readonly type: "failed"; readonly failure: ModelFailure };

/** Makes the endpoint of a choice; fails if it lacks a key, a model or an address that is safe. Sends nothing. */
export function endpointOf(
  { baseUrl, model, key = "", allowsPlainHttp = false }: ProviderChoice,
  { name, needsKey }: Pick<ProviderPreset, "name" | "needsKey">,
  ways: Pick<Endpoint, "keyVariable" | "chooser" | "fetch" | "timing">,
): ChosenEndpoint {
  const failed = (type: ModelFailure["type"], message: string): ChosenEndpoint => ({
    type: "failed",
    failure: { type, message },
  });
  const choose = `Run "Fast Apply: ${ways.chooser}"`;
  const enterKey = setKeyAdvice(ways);
  const check = checkEndpoint(baseUrl);
  if (check.type === "refused") {
    const fault = describeEndpointFault(check.reason);
    return failed("rejected", `${name} cannot be asked. ${fault} ${choose} to set another address.`);
  }
  if (check.type === "plain-http" && !allowsPlainHttp) {
    const fault = `${check.url} would get code and key without encryption.`;
    return failed("rejected", `${name} cannot be asked. ${fault} ${choose} to allow it or to set another address.`);
  }
  if (model.trim() === "") return failed("not-found", `No model is set for ${name}. ${choose} to name one.`);
  const ownKey = key.trim();
  if (needsKey && ownKey === "") return failed("no-key", `${name} needs an API key. ${enterKey}`);
  if (/[^\x21-\x7e]/.test(ownKey)) {
    return failed("bad-key", `The API key for ${name} holds blanks or letters that no key has. ${enterKey}`);
  }
  const { url, origin } = check;
  const chosen = { name, url, origin, model: model.trim(), key: ownKey === "" ? undefined : ownKey };
  return { type: "endpoint", endpoint: { ...chosen, ...ways } };
}
