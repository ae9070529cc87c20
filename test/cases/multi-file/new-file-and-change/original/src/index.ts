export { parse } from "./parse";
export { print } from "./print";
