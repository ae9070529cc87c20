// What the commands that apply and judge load, in one file: help and a usage error wait for none of it.
export { apply } from "./apply.ts";
export { check } from "./check.ts";
export { serveJsonLines } from "./jsonl.ts";
