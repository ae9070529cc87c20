import type { VNode } from "preact";
import type { ModelView, PageMessage } from "../../extension/core/chat/chatProtocol.ts";

export interface ModelPickerProps {
  readonly models: readonly ModelView[];
  /** Id of the chosen one; empty for none. */
  readonly chosen: string;
  readonly post: (message: PageMessage) => void;
}

/** The model that answers, and the others. */
export function ModelPicker({ models, chosen }: ModelPickerProps): VNode {
  return <span class="model-picker">{models.find(({ id }) => id === chosen)?.name}</span>;
}
