/** One sentence or two for the user where something cannot be done. */
export interface LocalFailure {
  readonly type: "failed";
  readonly message: string;
}
