export { format } from "./format";
export { parse } from "./parse";
export { print } from "./print";
