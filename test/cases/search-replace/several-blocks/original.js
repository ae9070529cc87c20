const WIDTH = 10;
const HEIGHT = 20;

function createGrid() {
  return Array.from({ length: HEIGHT }, () => Array(WIDTH).fill(0));
}

function isFull(row) {
  return row.every((cell) => cell !== 0);
}

function clearRows(grid) {
  const kept = grid.filter((row) => !isFull(row));
  while (kept.length < HEIGHT) {
    kept.unshift(Array(WIDTH).fill(0));
  }
  return kept;
}

module.exports = { createGrid, clearRows };
