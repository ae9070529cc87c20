export class Circle {
  constructor(readonly radius: number) {}

  area(): number {
    return Math.PI * this.radius ** 2;
  }
}

export class Square {
  constructor(readonly side: number) {}

  area(): number {
    return this.side ** 2;
  }
}
