export class Stopwatch {
  private started?: number;
  private total = 0;

  start(): void {
    if (this.started !== undefined) {
      return;
    }
    this.started = performance.now();
  }

  stop(): number {
    if (this.started === undefined) {
      return this.total;
    }
    this.total += performance.now() - this.started;
    this.started = undefined;
    return this.total;
  }
}
