import { l10n, window, type Memento } from "vscode";
import * as v from "valibot";
import type { EndpointCheck } from "../../core/models/endpoint.ts";

/** An address that requests can go to, if the user agrees. */
export type AllowedAddress = Exclude<EndpointCheck, { type: "refused" }>;

const CONFIRMED = "plainHttpOrigins";
const originsSchema = v.array(v.string());

/** The origins without encryption, outside this machine, that the user has agreed to. */
export class PlainHttp {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  /** Checks whether requests may go to an address: it is encrypted, on this machine, or agreed to. */
  allows(endpoint: AllowedAddress): boolean {
    return endpoint.type === "ok" || this.#confirmed().includes(endpoint.origin);
  }

  /** Asks the user if that is needed, and remembers a yes. Resolves to whether requests may go to the address now. */
  async confirm(endpoint: AllowedAddress): Promise<boolean> {
    if (this.allows(endpoint)) return true;
    const { origin } = endpoint;
    const yes = l10n.t("Send Unencrypted");
    const detail = l10n.t(
      "Your code and the key could be read and changed on the way. Use https if the server has it.",
    );
    const answer = await window.showWarningMessage(
      l10n.t("{0} is another machine, and the connection to it is not encrypted.", origin),
      { modal: true, detail },
      yes,
    );
    if (answer !== yes) return false;
    await this.#state.update(CONFIRMED, [...this.#confirmed(), origin]);
    return true;
  }

  #confirmed(): readonly string[] {
    const read = v.safeParse(originsSchema, this.#state.get(CONFIRMED));
    return read.success ? read.output : [];
  }
}
