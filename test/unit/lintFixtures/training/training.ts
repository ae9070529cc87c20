// expect: nothing
import { apply } from "../extension/core/apply/apply.ts";

export const training = apply;
