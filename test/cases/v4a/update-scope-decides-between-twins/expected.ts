export class ReadLock {
  private holders = 0;

  acquire(): void {
    this.holders += 1;
  }

  release(): void {
    this.holders -= 1;
  }
}

export class WriteLock {
  private holders = 0;

  acquire(): void {
    if (this.holders > 0) {
      throw new Error("already locked");
    }
    this.holders = 1;
  }

  release(): void {
    this.holders -= 1;
  }
}
