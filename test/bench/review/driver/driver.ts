/** The bench's own extension: brings files and streams, and a plain document to compare with. The page is what measures. */
import { createServer } from "node:http";
import { Session } from "node:inspector";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import type { ApplyEvent } from "../../../../extension/core/apply/applyEvents.ts";
import { concludeProof } from "../../../../extension/core/proof/proof.ts";
import type { Internals } from "../../../../extension/main.ts";
import { EMPTY_STATE, receive, type PageState } from "../../../../webview/pageState.ts";
import {
  APPLY_BLOCK_COMMAND,
  PLAIN_COMMAND,
  type Answers,
  type Gives,
  type ReviewChange,
  type Takes,
} from "./requests.ts";

const PLAIN_SCHEME = "review-bench-plain";
/** A model's pieces come more often than the review shows them. */
const PIECE_MS = 30;
/** Until the last colours are drawn. */
const AFTER_STREAM_MS = 700;

const answers: Answers = { ask, chooseBlock, hostTime, layOut, setPlainText, stream, loadedScripts };

const green = vscode.window.createTextEditorDecorationType({
  isWholeLine: true,
  backgroundColor: new vscode.ThemeColor("fastApply.addedLineBackground"),
});

let plainText = "";
let isColoured = false;
let plainCount = 0;

export function activate(context: vscode.ExtensionContext): void {
  const socket = process.env.REVIEW_BENCH_SOCKET;
  if (socket === undefined) throw new Error("REVIEW_BENCH_SOCKET is missing.");
  const server = createServer((request, response) => {
    const answer = answers[request.url?.slice(1) as keyof Answers] as (takes: unknown) => Promise<unknown>;
    json(request)
      .then(answer)
      .then(
        (gives) => response.end(JSON.stringify({ gives })),
        (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
      );
  }).listen(socket);
  context.subscriptions.push(
    { dispose: () => server.close() },
    vscode.workspace.registerTextDocumentContentProvider(PLAIN_SCHEME, { provideTextDocumentContent: () => plainText }),
    vscode.commands.registerCommand(PLAIN_COMMAND, showPlain),
    vscode.commands.registerCommand(APPLY_BLOCK_COMMAND, applyBlock),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const editor of editors) {
        if (isColoured && editor.document.uri.scheme === PLAIN_SCHEME)
          editor.setDecorations(green, [new vscode.Range(0, 0, 0, 0)]);
      }
    }),
  );
}

/** A document that is new to VS Code each time, as a review's is. */
async function showPlain(): Promise<void> {
  const uri = vscode.Uri.from({ scheme: PLAIN_SCHEME, path: `/orders (plain ${++plainCount}).ts` });
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Two, preview: false });
}

/** The chat as its page would know it. */
let chat: { state: PageState; readonly end: Awaited<ReturnType<Internals["chat"]["connect"]>> } | undefined;
let block = 0;

async function ask({ question, blocks }: Takes<"ask">): Promise<undefined> {
  let state: PageState = EMPTY_STATE;
  const end = await (
    await internals()
  ).chat.connect((message) => {
    state = receive(state, message);
    if (chat !== undefined) chat.state = state;
  });
  chat = { state, end };
  end.receive({ type: "ready" });
  while (chat.state.conversation === undefined) await pause(PIECE_MS);
  end.receive({ type: "send", text: question, references: [] });
  for (;;) {
    await pause(PIECE_MS);
    const last = chat.state.conversation.messages.at(-1);
    if (last?.message.role !== "assistant") continue;
    const { state: standing } = last.message;
    if (standing.type === "failed") throw new Error(standing.message);
    const placed = last.blocks.filter(
      ({ edits = [] }) => edits.length > 0 && edits.every(({ at }) => at !== undefined),
    );
    if (standing.type === "done" && placed.length === blocks) return undefined;
  }
}

function chooseBlock({ index }: Takes<"chooseBlock">): Promise<undefined> {
  block = index;
  return Promise.resolve(undefined);
}

let hostMs = NaN;

function hostTime(): Promise<number> {
  return Promise.resolve(hostMs);
}

async function applyBlock(): Promise<void> {
  const began = performance.now();
  const revealing = (await internals()).reviews.onDidReveal(() => {
    hostMs = performance.now() - began;
    revealing.dispose();
  });
  const answer = chat?.state.conversation?.messages.at(-1)?.message;
  if (answer === undefined) throw new Error("Nothing was asked.");
  chat?.end.receive({ type: "block", id: answer.id, index: block, action: "apply" });
}

function setPlainText(next: Takes<"setPlainText">): Promise<undefined> {
  plainText = next.text;
  isColoured = next.isColoured;
  return Promise.resolve(undefined);
}

async function layOut({ file, plan, planLine }: Takes<"layOut">): Promise<undefined> {
  await endReviews();
  const { One, Two } = vscode.ViewColumn;
  await vscode.window.showTextDocument(vscode.Uri.file(file), { viewColumn: Two, preview: false });
  await vscode.window.showTextDocument(vscode.Uri.file(plan), {
    viewColumn: One,
    preview: false,
    selection: new vscode.Range(planLine, 0, planLine, 0),
  });
}

async function endReviews(): Promise<void> {
  const { reviews } = await internals();
  for (const review of [...reviews.pending]) reviews.end(review);
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

async function stream({ file, rewrite, durationMs }: Takes<"stream">): Promise<Gives<"stream">> {
  await endReviews();
  const { reviews, editors } = await internals();
  const target = vscode.Uri.file(file);
  await vscode.window.showTextDocument(target, { preview: false });
  const changes: ReviewChange[] = [];
  let arrived = 0;
  const news = endsOfNewLines(rewrite);
  const following = vscode.Disposable.from(
    reviews.onDidChange(() => {
      const reached = news.findLast(({ end }) => end <= arrived)?.id;
      if (reached !== undefined) changes.push({ at: performance.timeOrigin + performance.now(), reached });
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const shown = editors.documentAt(document.uri)?.shown;
      const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
      const row = shown?.rows.findLastIndex(({ type }) => type === "added") ?? -1;
      if (row >= 0) editor?.revealRange(new vscode.Range(row, 0, row, 0), vscode.TextEditorRevealType.InCenter);
    }),
  );
  async function* pieces(): AsyncGenerator<ApplyEvent> {
    const began = performance.now();
    while (arrived < rewrite.length) {
      await pause(PIECE_MS);
      // By the clock, so that a late timer makes no slower stream.
      const until = Math.min(rewrite.length, Math.ceil((rewrite.length * (performance.now() - began)) / durationMs));
      const text = rewrite.slice(arrived, until);
      arrived = until;
      yield { type: "text", text };
    }
    yield { type: "done", text: rewrite, proof: concludeProof([], 0, 0), pieces: [], engine: "test", failures: [] };
  }
  try {
    const outcome = await reviews.start({ target, kind: "change", apply: pieces });
    if (outcome.type !== "reviewing") throw new Error(`The stream began no review: ${outcome.type}.`);
    while (reviews.findByTarget(target)?.progress === "streaming") await pause(PIECE_MS);
    await pause(AFTER_STREAM_MS);
  } finally {
    following.dispose();
  }
  return changes;
}

function endsOfNewLines(rewrite: string): readonly { id: number; end: number }[] {
  return [...rewrite.matchAll(/NEW(\d+).*\n/g)].map((found) => ({
    id: Number(found[1]),
    end: found.index + found[0].length,
  }));
}

async function loadedScripts({ folder }: Takes<"loadedScripts">): Promise<Gives<"loadedScripts">> {
  await internals();
  const session = new Session();
  session.connect();
  const root = `${pathToFileURL(folder).href}/`;
  const scripts: string[] = [];
  session.on("Debugger.scriptParsed", ({ params: { url } }) => {
    if (url.startsWith(root)) scripts.push(url.slice(root.length));
  });
  // Reports all scripts that are there already.
  await new Promise<void>((resolve, reject) => {
    session.post("Debugger.enable", (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  session.disconnect();
  return scripts;
}

async function internals(): Promise<Internals> {
  const given = await vscode.extensions.getExtension<Internals | undefined>("fast-apply.fast-apply")?.activate();
  if (given === undefined) throw new Error("Fast Apply does not give its internals.");
  return given;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
