/** What can go wrong at a server. Bytes are those of the answer's body. */
export type Fault =
  | {
      readonly type: "status";
      readonly status: 400 | 401 | 402 | 403 | 404 | 408 | 412 | 413 | 422 | 423 | 429 | 500 | 503 | 529;
      readonly headers?: Readonly<Record<string, string>>;
      /** The vendor's own where it is left out. */
      readonly body?: unknown;
    }
  /** The connection breaks. `orAtEnd`: where the answer has fewer bytes, behind its last; without it that is an error of the test. */
  | { readonly type: "cut"; readonly afterBytes: number; readonly orAtEnd?: boolean }
  /** The answer ends as if it were whole; without its last events, it is not. */
  | { readonly type: "silent-end"; readonly afterBytes: number; readonly orAtEnd?: boolean }
  /** Nothing comes any more, and the connection stays open. */
  | { readonly type: "stall"; readonly afterBytes: number }
  /** Half of the answer, then an event or a body that is no JSON. */
  | { readonly type: "malformed" }
  /** Half of the answer, for the model is at its limit. */
  | { readonly type: "length" }
  /** A page for people with status 200, as proxies send it. */
  | { readonly type: "content-type" }
  | { readonly type: "slow-first-byte"; readonly ms: number }
  /** An answer without text. */
  | { readonly type: "empty" }
  /** The connection breaks before any answer. */
  | { readonly type: "close" }
  /** Half of the answer, then an error as an event. Status 200. */
  | { readonly type: "error-in-stream" };

/** The faults to come. */
export class FaultPlan {
  readonly #next: Fault[] = [];
  #always: Fault | undefined;

  add(fault: Fault, always: boolean): void {
    if (always) {
      this.#always = fault;
    } else {
      this.#next.push(fault);
    }
  }

  take(): Fault | undefined {
    return this.#next.shift() ?? this.#always;
  }
}
