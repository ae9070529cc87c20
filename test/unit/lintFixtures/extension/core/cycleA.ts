// expect: import/no-cycle
import { second } from "./cycleB.ts";

export const first = (): string => second();
