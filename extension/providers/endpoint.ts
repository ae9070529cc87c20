import type { Timing } from "./requestWatch.ts";

/** A model at an address, and what is needed to speak to it. */
export interface Endpoint {
  /** The provider as the user knows it. */
  readonly name: string;
  /** Without a slash at the end. */
  readonly url: string;
  /** The only origin that `key` may be sent to. */
  readonly origin: string;
  readonly model: string;
  readonly key: string | undefined;
  /** Environment variable for the key, if there is one. */
  readonly keyVariable: string | undefined;
  /** The title of the command by which the user chooses another model or address. */
  readonly chooser: "Choose Apply Provider" | "Add Chat Model";
  /** Makes the headers that have the key, if it is not sent as OpenAI takes it. */
  readonly keyHeaders?: ((key: string) => Readonly<Record<string, string>>) | undefined;
  readonly fetch: typeof fetch;
  readonly timing: Timing;
}
