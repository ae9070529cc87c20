const PAGES = 4;

export function print(sheet) {
  if (!sheet) return;
  feed(sheet);
}

export function scan(sheet) {
  light(sheet, PAGES);
}
