import type { Line } from "../text/lines.ts";
import type { Fence } from "./fences.ts";

/** The content of a fence, or the lines between two fences. */
export interface Segment {
  readonly fence: Fence | undefined;
  readonly lines: readonly Line[];
  /** The same without line ends. */
  readonly texts: readonly string[];
  /** Zero-based line of the reply at which `lines` begins. */
  readonly startLine: number;
  /** Language word of the fence, as written. */
  readonly language: string | undefined;
  /** Path in the info string. */
  readonly infoPath: string | undefined;
  /** Path in the prose above, or in the title of the section that the segment is in. */
  readonly prosePath: string | undefined;
}
