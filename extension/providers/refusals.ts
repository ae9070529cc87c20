import type { Endpoint } from "./endpoint.ts";
import type { Fault } from "./fault.ts";
import { readVendorError } from "./vendorError.ts";

/** What servers have refused so far: fields of the body, by address and model. */
export interface Refusals {
  /** The fields that are not sent to it any more. */
  of(endpoint: Endpoint): ReadonlySet<string>;
  /** Remembers the first of `fields` that a fault names as the reason; `false` if it names none. */
  learn(endpoint: Endpoint, fields: readonly string[], fault: Fault): boolean;
  /** Remembers a field. */
  note(endpoint: Endpoint, field: string): void;
}

/** Creates a memory of refusals, empty at first, for as long as it lives. */
export function createRefusals(): Refusals {
  const refused = new Map<string, ReadonlySet<string>>();
  const nothing: ReadonlySet<string> = new Set();
  const idOf = ({ url, model }: Endpoint) => `${url} ${model}`;
  const note = (endpoint: Endpoint, field: string): void => {
    refused.set(idOf(endpoint), new Set([...(refused.get(idOf(endpoint)) ?? nothing), field]));
  };
  return {
    note,
    of: (endpoint) => refused.get(idOf(endpoint)) ?? nothing,
    learn(endpoint, fields, fault) {
      if (fault.type !== "status" || (fault.status !== 400 && fault.status !== 422)) return false;
      const { message, marks } = readVendorError(fault.body);
      const words = new Set([...marks, message].flatMap((text) => text.split(/[^\w]+/)));
      const field = fields.find((name) => words.has(name));
      if (field === undefined) return false;
      note(endpoint, field);
      return true;
    },
  };
}
