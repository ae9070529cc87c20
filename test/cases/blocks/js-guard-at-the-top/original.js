const PAGES = 4;

export function print(sheet) {
  feed(sheet);
}

export function scan(sheet) {
  light(sheet);
}
