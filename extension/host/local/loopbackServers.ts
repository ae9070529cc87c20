import * as v from "valibot";
import { checkEndpoint } from "../../core/models/endpoint.ts";

/** A server on this machine answers at once or is not there. */
const PATIENCE_MS = 500;

const listSchema = v.object({ data: v.array(v.object({ id: v.string() })) });

/** A provider whose server runs on this machine. */
export interface FoundServer<Provider> {
  readonly provider: Provider;
  /** The models that it offers. */
  readonly models: readonly string[];
}

/** Finds the providers whose server answers now. Asks only addresses on this machine, and only for their list of models. Never rejects. */
export async function findServers<Provider extends { readonly baseUrl: string }>(
  providers: readonly Provider[],
  send: typeof fetch,
  patienceMs = PATIENCE_MS,
): Promise<readonly FoundServer<Provider>[]> {
  const found = await Promise.all(
    providers.map(async (provider) => {
      const endpoint = checkEndpoint(provider.baseUrl);
      if (endpoint.type !== "ok" || !endpoint.isLoopback) return [];
      try {
        const signal = AbortSignal.timeout(patienceMs);
        const response = await send(`${endpoint.url}/models`, { signal, redirect: "error" });
        const list = v.safeParse(listSchema, await response.json());
        return list.success ? [{ provider, models: list.output.data.map(({ id }) => id) }] : [];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}
