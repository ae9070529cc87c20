// Stands before the real tests in the extension host. The launcher sees the console of the whole workbench, so lines of the tests are
// marked; and it hears "exit code 0" also when the extension host was killed, so only a result file proves that the tests ran to their end.
const { writeFileSync } = require("node:fs");
const { format } = require("node:util");

const mark = "|test| ";

// VS Code gives these properties setters without effect, so an assignment would be ignored.
for (const name of /** @type {const} */ (["log", "info", "warn", "error", "debug"])) {
  const write = console[name].bind(console);
  Object.defineProperty(console, name, {
    configurable: true,
    /** @param {unknown[]} values */
    value: (...values) => {
      for (const line of format(...values).split("\n")) write(mark + line);
    },
  });
}

exports.run = async () => {
  const { LAUNCHER_TESTS: tests = "", LAUNCHER_RESULT: result = "" } = process.env;
  /** @type {unknown} */
  const exported = require(tests);
  const entry = /** @type {{ run: () => Promise<void> }} */ (exported);
  try {
    await entry.run();
    writeFileSync(result, "passed");
  } catch (error) {
    writeFileSync(result, "failed");
    console.error(error instanceof Error ? error.message : error);
    throw error;
  }
};
