export interface Job {
  readonly id: string;
  readonly run: () => Promise<void>;
}

export class Queue {
  private readonly waiting: Job[] = [];
  private isRunning = false;

  add(job: Job): void {
    this.waiting.push(job);
    void this.drain();
  }

  get length(): number {
    return this.waiting.length;
  }

  private async drain(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (let job = this.waiting.shift(); job; job = this.waiting.shift()) {
      await job.run();
    }
    this.isRunning = false;
  }
}
