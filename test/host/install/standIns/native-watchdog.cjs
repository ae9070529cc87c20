// Stands in for @vscode/native-watchdog, whose native half is not built: ends this process when its parent is gone.
const intervalMs = 3000;
const parentIsGone = 55;

/** @param {number} parent process id */
exports.start = (parent) => {
  setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(parentIsGone);
    }
  }, intervalMs).unref();
};

/** @param {number} code */
exports.exit = (code) => process.exit(code);
