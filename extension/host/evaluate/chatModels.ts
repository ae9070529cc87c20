import type { Asking, Price } from "../../core/evaluation/sendings.ts";
import type { AskedPlanner } from "../../evaluation/engines.ts";
import {
  askedPlanner,
  editorPlace,
  serverPlace,
  type ModelPlace,
  type ServerPlace,
} from "../../evaluation/makeEngines.ts";
import type { ConfiguredPlanners } from "../providers/configuredPlanners.ts";
import { LANGUAGE_MODELS } from "../providers/failureActions.ts";

/** A model as the command line names it. */
export interface NamedModel {
  readonly provider: string;
  /** `provider/model`. */
  readonly name: string;
  readonly place: ModelPlace;
  /** Its address, if that is not its provider's usual one. */
  readonly ownAddress: string | undefined;
}

/** A model of the chat that can be asked in an evaluation. */
export interface OfferedChatModel {
  /** As the user knows it, and its provider. */
  readonly name: string;
  readonly provider: string;
  readonly model: NamedModel & { readonly place: ServerPlace };
  /** Creates the model with its key, as it is set now. Rejects if the settings no longer have it. */
  readonly ask: (asking: Asking) => Promise<AskedPlanner>;
}

/** Lists the chat's models, as the chat does. */
export async function offeredChatModels(planners: ConfiguredPlanners): Promise<readonly OfferedChatModel[]> {
  const models = await planners.models();
  return Promise.all(
    models.map(async ({ id, name, provider }): Promise<OfferedChatModel> => {
      const model = await modelOf(planners, id);
      const ask = async (asking: Asking): Promise<AskedPlanner> => {
        const planner = await planners.planner(id, new AbortController().signal);
        if (planner === undefined) throw new Error(`${id} is no model of the settings any more.`);
        return askedPlanner(planner, asking, model.place);
      };
      return { name, provider, model, ask };
    }),
  );
}

async function modelOf(planners: ConfiguredPlanners, id: string): Promise<OfferedChatModel["model"]> {
  const price = priceOf(planners, id);
  const address = await planners.addressOf(id);
  if (address === undefined) {
    return { provider: LANGUAGE_MODELS, name: id, place: editorPlace(id, price), ownAddress: undefined };
  }
  const { preset, baseUrl } = address;
  const ownAddress = baseUrl === preset.baseUrl ? undefined : baseUrl;
  return { provider: preset.id, name: id, place: serverPlace(baseUrl, price), ownAddress };
}

/** Reads a model's price from the settings of the chat; `undefined` unless they have both prices. */
export function priceOf(planners: ConfiguredPlanners, id: string): Price | undefined {
  const price = planners.priceOf(id);
  return price && { sent: price.input, answered: price.output };
}
