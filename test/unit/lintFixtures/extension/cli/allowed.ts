// expect: nothing
import { sep } from "node:path";
import { apply } from "../core/apply/apply.ts";
import { providers } from "../providers/providers.ts";

export const allowed = [sep, apply, providers, process.platform];
