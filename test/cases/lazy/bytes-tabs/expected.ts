export class Meter {
	private ticks: number[] = [];

	constructor(private readonly window: number) {}

	tick(now: number): void {
		this.ticks.push(now);
		while (this.ticks[0] !== undefined && this.ticks[0] < now - this.window) {
			this.ticks.shift();
		}
	}

	rate(now: number): number {
		const recent = this.ticks.filter((tick) => {
			return tick >= now - this.window;
		});
		return recent.length / (this.window / 1000);
	}
}
