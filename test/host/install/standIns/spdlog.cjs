// Stands in for @vscode/spdlog, whose native half is not built: the same interface, written with synchronous appends.
const { closeSync, mkdirSync, openSync, writeSync } = require("node:fs");
const path = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical", "off"];

class Logger {
  level = levels.indexOf("info");
  isPlain = false;

  /** @param {string} file */
  constructor(file) {
    mkdirSync(path.dirname(file), { recursive: true });
    /** @type {number | undefined} */
    this.descriptor = openSync(file, "a");
  }

  /**
   * @param {number} level
   * @param {string} message
   */
  write(level, message) {
    if (this.descriptor === undefined || level < this.level) return;
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    writeSync(this.descriptor, this.isPlain ? message : `${time} [${levels[level]}] ${message}\n`);
  }

  getLevel() {
    return this.level;
  }

  /** @param {number} level */
  setLevel(level) {
    this.level = level;
  }

  clearFormatters() {
    this.isPlain = true;
  }

  setPattern() {
    // The pattern above is good enough for a test run.
  }

  flush() {
    // Nothing is buffered.
  }

  drop() {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }
}

for (const [level, name] of ["trace", "debug", "info", "warn", "error", "critical"].entries()) {
  Object.defineProperty(Logger.prototype, name, {
    /**
     * @this {Logger}
     * @param {string} message
     */
    value(message) {
      this.write(level, message);
    },
  });
}

/**
 * @param {string} _name
 * @param {string} file
 */
const createLogger = (_name, file) => Promise.resolve(new Logger(file));

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = class extends Logger {
  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   */
  constructor(_type, _name, file) {
    super(file);
  }
};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
