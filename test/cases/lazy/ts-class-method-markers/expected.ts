import { EventEmitter } from "node:events";

export interface Job {
  id: string;
  attempts: number;
  run(): Promise<void>;
}

export class JobQueue extends EventEmitter {
  private readonly pending: Job[] = [];
  private active = 0;

  constructor(private readonly concurrency: number) {
    super();
  }

  add(job: Job): void {
    this.pending.push(job);
    this.emit("added", job.id);
    void this.drain();
  }

  get size(): number {
    return this.pending.length;
  }

  private async drain(): Promise<void> {
    while (this.active < this.concurrency) {
      const job = this.pending.shift();
      if (!job) {
        return;
      }
      this.active += 1;
      try {
        await job.run();
        this.emit("done", job.id);
      } catch (error) {
        job.attempts += 1;
        if (job.attempts < MAX_ATTEMPTS) {
          this.pending.push(job);
        } else {
          this.emit("failed", job.id, error);
        }
      } finally {
        this.active -= 1;
      }
    }
  }

  clear(): void {
    this.pending.length = 0;
  }
}
