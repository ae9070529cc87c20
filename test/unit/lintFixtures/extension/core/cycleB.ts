// expect: import/no-cycle
import { first } from "./cycleA.ts";

export const second = (): string => first();
