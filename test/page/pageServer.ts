import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chatPageHtml } from "../../extension/host/chat/chatPageHtml.ts";
import { builtPage } from "./buildPage.ts";
import { webviewStyles } from "./themes/webviewStyles.ts";

const types: Readonly<Record<string, string>> = {
  "page.js": "text/javascript",
  "page.css": "text/css",
  "codicon.ttf": "font/ttf",
};

/** Serves the page on loopback as VS Code would, under its real policy. */
export interface PageServer {
  readonly url: string;
  /** Paths that were asked for and that are no part of the page. */
  readonly strayRequests: readonly string[];
  readonly close: () => void;
}

export async function startPageServer(words: Readonly<Record<string, string>> = {}): Promise<PageServer> {
  const strayRequests: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1).replace(/\?.*/, "");
    const type = types[name];
    if (name === "") {
      const parts = { cspSource: origin(), nonce: "forTests", language: "en", words };
      response.setHeader("content-type", "text/html; charset=utf-8");
      const html = chatPageHtml({ ...parts, scriptUri: `${origin()}/page.js`, styleUri: `${origin()}/page.css` });
      response.end(html.replace("<head>", () => `<head><style>${webviewStyles}</style>`));
    } else if (type !== undefined) {
      response.setHeader("content-type", type);
      response.end(readFileSync(join(builtPage, name)));
    } else {
      if (name !== "favicon.ico") strayRequests.push(name);
      response.statusCode = 404;
      response.end();
    }
  });
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: origin(),
    strayRequests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
