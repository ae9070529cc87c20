export function range(start, end) {
  const out = [];
  for (let i = start; i < end; i += 1) {
    out.push(i);
  }
  return out;
}

export function last(list) {
  if (list.length === 0) {
    return undefined;
  }
  return list[list.length - 1];
}