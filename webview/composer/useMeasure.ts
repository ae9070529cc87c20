import { useEffect } from "preact/hooks";
import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Reference } from "../../extension/core/chat/chatSchemas.ts";
import { referenceKey } from "./attached.ts";
import { nextRequest } from "./requests.ts";

/** What the size of the next question depends on. */
export interface Measured {
  readonly text: string;
  readonly references: readonly Reference[];
  readonly chosenModel: string;
  /** Questions of the shown branch. */
  readonly asked: number;
}

/** Milliseconds without a key before the host counts. */
const REST = 300;

/** Asks the host for the meter when something has changed and the user rests; never if `measured` is undefined or no model is chosen. */
export function useMeasure(measured: Measured | undefined, post: (message: PageMessage) => void): void {
  const keys = measured?.references.map(referenceKey).join();
  useEffect(() => {
    if (measured === undefined || measured.chosenModel === "") return;
    const { text, references } = measured;
    const timer = setTimeout(() => {
      post({ type: "measure", request: nextRequest(), text, references: [...references] });
    }, REST);
    return () => {
      clearTimeout(timer);
    };
  }, [measured?.text, measured?.chosenModel, measured?.asked, keys]);
}
