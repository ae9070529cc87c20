import { log } from "./log.js";

export class Gate {
  constructor(keys) {
    this.keys = keys;
  }

  lift(guard) {
    const key = this.keys.take(guard.name);
    log("lift", guard);
    return guard.turn(key);
  }

  sink(guard) {
    const key = this.keys.take(guard.name);
    log("sink", guard);
    return guard.turnBack(key);
  }
}
