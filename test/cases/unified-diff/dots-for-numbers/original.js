export function search(list, wanted) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

export function insert(list, value) {
  list.splice(search(list, value), 0, value);
}

export function has(list, value) {
  return list[search(list, value)] === value;
}
