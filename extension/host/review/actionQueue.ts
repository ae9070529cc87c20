/** A queue of actions that run one after the other, even after one that has failed. */
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

  /** Whether one is running or waiting. */
  get isBusy(): boolean {
    return this.#count > 0;
  }
}
