function createGrid(width = 10, height = 20) {
  return Array.from({ length: height }, () => Array(width).fill(0));
}

function isFull(row) {
  return row.every((cell) => cell !== 0);
}

function clearRows(grid) {
  const width = grid[0].length;
  const kept = grid.filter((row) => !isFull(row));
  while (kept.length < grid.length) {
    kept.unshift(Array(width).fill(0));
  }
  return kept;
}

module.exports = { createGrid, clearRows, isFull };
