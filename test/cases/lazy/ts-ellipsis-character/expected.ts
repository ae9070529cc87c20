type Listener<T> = (value: T) => void;

export class Signal<T> {
  #value: T;
  #listeners = new Set<Listener<T>>();

  constructor(initial: T) {
    this.#value = initial;
  }

  get value(): T {
    return this.#value;
  }

  set(next: T): void {
    if (Object.is(next, this.#value)) {
      return;
    }
    this.#value = next;
    for (const listener of this.#listeners) {
      listener(next);
    }
  }

  subscribe(listener: Listener<T>): () => void {
    this.#listeners.add(listener);
    listener(this.#value);
    return () => this.#listeners.delete(listener);
  }
}

export function signal<T>(initial: T): Signal<T> {
  return new Signal(initial);
}
