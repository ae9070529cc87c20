/** What the runner tells the mocha entry inside VS Code, as JSON in the variable HOST_RUN. */
export interface HostRun {
  /** Absolute paths of bundled suites. */
  readonly suites: readonly string[];
  /** Only tests whose full title contains this text. */
  readonly grep: string | undefined;
  readonly hasColors: boolean;
  /** Where the entry leaves its `TestCounts` after the last test. */
  readonly countsFile: string;
}
