// expect: nothing
import { apply } from "../core/apply/apply.ts";
import { node } from "../node/node.ts";

export const evaluation = [apply, node];
