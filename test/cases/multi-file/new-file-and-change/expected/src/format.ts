import { print } from "./print";

export function format(value: unknown): string {
  return print(value).replaceAll(",", ", ");
}
