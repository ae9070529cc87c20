import { Disposable, env, l10n, Uri, type Webview, type WebviewView, type WebviewViewProvider } from "vscode";
import type { HostMessage } from "../../core/chat/chatProtocol.ts";
import { inBackground } from "../inBackground.ts";
import { chatPageHtml } from "./chatPageHtml.ts";
import { loadOnce } from "../loadOnce.ts";
import type { PageEnd } from "./pageRequests.ts";

export const CHAT_VIEW = "fastApply.chat";

/** The view that shows the page of the chat. The rest of the chat loads when the view is first shown. */
export class ChatView implements WebviewViewProvider {
  readonly #pageFolder: Uri;
  readonly #connect: (post: (message: HostMessage) => void) => Promise<PageEnd>;

  constructor(extensionUri: Uri, connect: (post: (message: HostMessage) => void) => Promise<PageEnd>) {
    this.#pageFolder = Uri.joinPath(extensionUri, "dist", "webview");
    this.#connect = connect;
  }

  resolveWebviewView(view: WebviewView): void {
    const { webview } = view;
    const end = loadOnce(() => this.#connect((message) => void webview.postMessage(message)));
    let hasFailed = false;
    // In the order in which they come, also while the other end is loading.
    const tell = (say: (end: PageEnd) => void): void => {
      inBackground(
        end.get().then(
          (page) => {
            say(page);
            if (!hasFailed) return;
            // It has asked for everything in vain, so it asks once more.
            hasFailed = false;
            webview.html = this.#html(webview);
          },
          (error: unknown) => {
            hasFailed = true;
            throw error;
          },
        ),
      );
    };
    const listeners = Disposable.from(
      webview.onDidReceiveMessage((raw: unknown) => {
        tell((page) => {
          page.receive(raw);
        });
      }),
      // VS Code drops a page that is hidden, and makes a new one when it is shown again.
      view.onDidChangeVisibility(() => {
        if (!view.visible)
          tell((page) => {
            page.hide();
          });
      }),
    );
    view.onDidDispose(() => {
      listeners.dispose();
      inBackground(end.peek().then((page) => page?.dispose()));
    });
    webview.options = { enableScripts: true, localResourceRoots: [this.#pageFolder] };
    webview.html = this.#html(webview);
  }

  #html(webview: Webview): string {
    const uriOf = (name: string): string => webview.asWebviewUri(Uri.joinPath(this.#pageFolder, name)).toString();
    return chatPageHtml({
      cspSource: webview.cspSource,
      nonce: crypto.randomUUID().replaceAll("-", ""),
      scriptUri: uriOf("page.js"),
      styleUri: uriOf("page.css"),
      language: env.language,
      words: l10n.bundle ?? {},
    });
  }
}
