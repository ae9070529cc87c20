import type { Turn } from "../models/model.ts";
import type { StructuralRequest } from "./applyInTurn.ts";

/** What is to be applied, and all that is known of its purpose. */
export interface ApplyRequest extends StructuralRequest {
  /** What the user asked for; empty if nothing is known. */
  readonly instruction: string;
  /** The chat that the sketches come from, oldest turn first. */
  readonly conversation: readonly Turn[];
  readonly path: string | undefined;
}
