export interface Job {
  readonly id: string;
  readonly run: () => Promise<void>;
}

export class Queue {
  private readonly waiting: Job[] = [];
  private isRunning = false;
  private failed = 0;

  add(job: Job): void {
    this.waiting.push(job);
    void this.drain();
  }

  get length(): number {
    return this.waiting.length;
  }

  get failures(): number {
    return this.failed;
  }

  private async drain(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (let job = this.waiting.shift(); job; job = this.waiting.shift()) {
      try {
        await job.run();
      } catch {
        this.failed++;
      }
    }
    this.isRunning = false;
  }
}
