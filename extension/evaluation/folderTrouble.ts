/** Results cannot be written into their folder, such as for want of space. The message is a sentence. */
export class FolderTrouble extends Error {
  /** What to do, in the words of the command line. */
  readonly next: string;

  constructor(
    message: string,
    next = "name a folder with room that you may write to, with --out; what is done is kept.",
  ) {
    super(message);
    this.next = next;
  }
}

/** Turns an error that came of writing into a folder into the trouble that it means. */
export function troubleWith(folder: string, error: unknown): FolderTrouble {
  return new FolderTrouble(`the results cannot be kept in ${folder}: ${(error as Error).message}.`);
}
