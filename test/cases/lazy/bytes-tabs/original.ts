export class Meter {
	private ticks: number[] = [];

	constructor(private readonly window: number) {}

	tick(now: number): void {
		this.ticks.push(now);
		while (this.ticks[0] !== undefined && this.ticks[0] < now - this.window) {
			this.ticks.shift();
		}
	}

	rate(): number {
		return this.ticks.length / (this.window / 1000);
	}
}
