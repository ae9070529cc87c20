import type { ModelView } from "../../extension/core/chat/chatProtocol.ts";

/** The models of one provider. */
export interface ModelGroup {
  readonly provider: string;
  readonly models: readonly ModelView[];
}

/** Groups the models by provider; providers and models stay in the order in which they came. */
export function groupModels(models: readonly ModelView[]): readonly ModelGroup[] {
  const providers = [...new Set(models.map(({ provider }) => provider))];
  return providers.map((provider) => ({ provider, models: models.filter((model) => model.provider === provider) }));
}

/** Finds the models that have all words of a query in their name, id or provider, in upper or lower case. */
export function matchingModels(models: readonly ModelView[], query: string): readonly ModelView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(({ id, name, provider }) => {
    const text = `${name} ${id} ${provider}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
