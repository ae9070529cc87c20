// A tiny example parser. The grammar it knows:
//   list = "[" item "," ... "]"

export function parseList(text) {
  const inner = text.slice(1, -1);
  // ...
  // Splitting at commas is enough, items hold no commas themselves.
  // ...
  return inner.split(',').map((item) => item.trim());
}

export function printList(items) {
  return `[${items.join(', ')}]`;
}
