import type { BrowserContext } from "playwright-core";

/**
 * The workbench has each message of the server come as a blob, and reads that with a `FileReader`: two more ways through Chromium's main
 * process for each of many thousand messages, an eighth of all that a run of suites takes. Here they come as they are read.
 */
export async function shortenMessages(context: BrowserContext): Promise<void> {
  // As text, since it runs in the page, whose globals the types of this project do not know.
  await context.addInitScript(`
    if (window === window.top) {
      window.WebSocket = class extends window.WebSocket {
        constructor(...values) {
          super(...values);
          this.binaryType = "arraybuffer";
        }
      };
      const readBlob = FileReader.prototype.readAsArrayBuffer;
      FileReader.prototype.readAsArrayBuffer = function (data) {
        if (data instanceof ArrayBuffer) this.onload({ target: { result: data } });
        else readBlob.call(this, data);
      };
    }
  `);
}
