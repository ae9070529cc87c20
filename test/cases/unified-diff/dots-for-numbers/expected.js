export function search(list, wanted, compare = (a, b) => a - b) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle], wanted) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

export function insert(list, value) {
  const at = search(list, value);
  list.splice(at, 0, value);
  return at;
}

export function has(list, value) {
  return list[search(list, value)] === value;
}
