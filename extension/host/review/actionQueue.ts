/** Runs actions one after the other, also behind one that has failed. */
export class ActionQueue {
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  enqueue<Result>(action: () => Promise<Result>): Promise<Result> {
    this.#count++;
    const result = this.#last.then(action).finally(() => {
      this.#count--;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Whether one is at work, or waits for that. */
  get isBusy(): boolean {
    return this.#count > 0;
  }
}
