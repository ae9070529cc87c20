import type { ModelPlace } from "../../evaluation/makeEngines.ts";

/** A model by the words that the command line has for it. */
export interface NamedModel {
  readonly provider: string;
  /** `provider/model`. */
  readonly name: string;
  readonly place: ModelPlace;
  /** Where it is not at its provider's usual address. */
  readonly ownAddress: string | undefined;
}
