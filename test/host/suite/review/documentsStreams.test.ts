import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { ApplyEvent } from "../../../../extension/core/apply/applyEvents.ts";
import { ReviewLenses } from "../../../../extension/host/review/reviewLenses.ts";
import { eventually, HeldRewrite, inPieces, Reviewing, whole } from "../reviewing.ts";

const TEXT = Array.from({ length: 200 }, (_, at) => `line ${at}`).join("\n");
const rewrite = (text: string): string =>
  text.replace("line 20\n", "twenty\n").replace("line 90\n", "").replace("line 150\n", "line 150\nline 150.5\n");
const HUNKS = ["line 20 > twenty", "line 90 > ", " > line 150.5"];

describe("a rewrite that streams in", () => {
  const user = new Reviewing();

  const paces = [
    { name: "at once, letter by letter", size: 1, pauseMs: 0 },
    { name: "fast, in small pieces", size: 7, pauseMs: 0 },
    { name: "with a model's pace", size: 60, pauseMs: 15 },
    { name: "slowly, in long pieces", size: 700, pauseMs: 200 },
  ];
  for (const { name, size, pauseMs } of paces) {
    it(`${name}: becomes the same review, and the document waits`, async () => {
      const target = await user.write("file.txt", TEXT);
      assert.deepEqual(await user.start(target, (text) => inPieces(rewrite(text), size, pauseMs)), {
        type: "reviewing",
      });
      await eventually(() => {
        assert.equal(user.review(target).progress, "whole");
        assert.deepEqual(user.hunks(target), HUNKS);
      });
      assert.equal(user.isDirty(target), false);
      assert.equal(await user.onDisk("file.txt"), TEXT);
      await user.inFront(user.review(target));
      await eventually(() => {
        assert.equal(user.shown().split("|").length, 200 + 2);
      });
      await user.press("acceptAll");
      assert.equal(user.textOf(target), rewrite(TEXT));
    });
  }

  it("has its lenses asked for again once what they say is shown", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    const lenses = new ReviewLenses(user.surface.editors);
    /** Without the lens that counts along with the cursor, which may come to its place a little later. */
    const titles = (): readonly string[] => {
      const document = vscode.window.activeTextEditor?.document;
      const all = document === undefined ? [] : lenses.provideCodeLenses(document);
      return all.map(({ command }) => command?.title ?? "").filter((title) => !/^\d/.test(title));
    };
    let asked: readonly string[] = [];
    lenses.onDidChangeCodeLenses(() => {
      asked = titles();
    });
    try {
      coming.comeTo("line 150.5\n");
      await user.inFront(user.review(target));
      await eventually(() => {
        assert.deepEqual(asked, ["Writing… Stop"]);
      });
      coming.finish();
      await eventually(() => {
        assert.equal(titles().filter((title) => title === "Reject").length, HUNKS.length);
      });
      assert.deepEqual(asked, titles());
    } finally {
      lenses.dispose();
    }
  });

  it("typing before, in and behind what has arrived is kept", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    coming.comeTo("line 40\n");
    await eventually(() => {
      assert.deepEqual(user.hunks(target), HUNKS.slice(0, 1));
    });
    await user.type(target, "line 2\n", "line two\n");
    coming.comeTo("line 110\n");
    await eventually(() => {
      assert.deepEqual(user.hunks(target), HUNKS.slice(0, 2));
    });
    await user.type(target, "line 60\n", "line sixty\n");
    await user.type(target, "line 190\n", "line 190\nline 190.5\n");
    coming.finish();
    await eventually(() => {
      assert.equal(user.review(target).progress, "whole");
    });
    assert.deepEqual(user.hunks(target), HUNKS);
    await user.press("acceptAll");
    const typed = (text: string): string =>
      text
        .replace("line 2\n", "line two\n")
        .replace("line 60\n", "line sixty\n")
        .replace("line 190\n", "line 190\nline 190.5\n");
    assert.equal(user.textOf(target), typed(rewrite(TEXT)));
  });

  it("a hunk that arrives where the cursor stands does not push it away", async () => {
    const target = await user.write("file.txt", "one\ntwo\n");
    const coming = new HeldRewrite("zero\none\ntwo\n");
    await user.start(target, () => coming.events());
    const review = user.review(target);
    await user.inFront(review);
    coming.finish();
    await eventually(() => {
      assert.equal(review.progress, "whole");
      assert.deepEqual(user.hunks(target), [" > zero"]);
      assert.equal(user.shown().split("|")[0], "zero");
    });
    await eventually(() => {
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 0);
    }, 3_000);
  });

  it("typing where a hunk arrives later is a conflict, and stays", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    coming.comeTo("line 40\n");
    await user.type(target, "line 150\n", "line 150\nmine\n");
    await user.type(target, "line 90\n", "line ninety\n");
    coming.finish();
    await eventually(() => {
      assert.equal(user.review(target).progress, "whole");
    });
    await user.press("acceptAll");
    assert.ok(user.textOf(target)?.includes("\nmine\n"));
    assert.ok(user.textOf(target)?.includes("\nline ninety\n"));
    assert.deepEqual(
      user.hunks(target).filter((hunk) => hunk.startsWith("!")),
      ["!line ninety > "],
    );
  });

  it("a hunk that has arrived can be accepted, and rejected, before the rest is there", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    coming.comeTo("line 40\n");
    const review = user.review(target);
    await user.inFront(review);
    await eventually(() => {
      assert.deepEqual(user.hunks(target)[0], HUNKS[0]);
    });
    await user.surface.editors.settle(review);
    assert.equal((await review.decide("accept", review.state, review.hunks.slice(0, 1))).type, "decided");
    assert.equal(user.textOf(target), TEXT.replace("line 20\n", "twenty\n"));
    coming.comeTo("line 110\n");
    await eventually(() => {
      assert.ok(user.hunks(target).includes("line 90 > "));
    });
    const second = review.hunks.slice(0, 1);
    assert.equal((await review.decide("reject", review.state, second)).type, "decided");
    coming.finish();
    await eventually(() => {
      assert.equal(review.progress, "whole");
    });
    assert.deepEqual(user.hunks(target), HUNKS.slice(2));
  });

  /** Half of a rewrite, then the end that the test brings. */
  class CutOff {
    readonly #text: string;
    readonly #end: Promise<void>;
    close = (): void => undefined;
    fail: (error: Error) => void = () => undefined;

    constructor(text: string) {
      this.#text = text.slice(0, text.length / 2);
      this.#end = new Promise((resolve, reject) => {
        this.close = resolve;
        this.fail = reject;
      });
    }

    async *events(): AsyncGenerator<ApplyEvent> {
      yield { type: "text", text: this.#text };
      await this.#end;
    }
  }
  const ends: readonly { name: string; end: (stream: CutOff) => void }[] = [
    {
      name: "ends early",
      end: (stream) => {
        stream.close();
      },
    },
    {
      name: "breaks with an error",
      end: (stream) => {
        stream.fail(new Error("The connection was closed."));
      },
    },
  ];
  for (const { name, end } of ends) {
    it(`${name}: is no proposal, and nothing has changed`, async () => {
      const target = await user.write("file.txt", TEXT);
      const stream = new CutOff(rewrite(TEXT));
      assert.deepEqual(await user.start(target, () => stream.events()), { type: "reviewing" });
      await eventually(() => {
        assert.equal(user.hunks(target)[0], HUNKS[0]);
      });
      end(stream);
      await eventually(() => {
        assert.equal(user.reviews.pending.length, 0);
      });
      assert.equal(user.textOf(target), TEXT);
      assert.equal(user.isDirty(target), false);
    });
  }

  it("leaves no tab where it fails while its review is being opened", async () => {
    const target = await user.write("file.txt", TEXT);
    const reviewTabs = (): number =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.includes("(review)")).length;
    const moments: readonly { name: string; event: vscode.Event<unknown> | undefined }[] = [
      { name: "at once", event: undefined },
      { name: "with its document", event: vscode.workspace.onDidOpenTextDocument },
      { name: "with its tab", event: vscode.window.tabGroups.onDidChangeTabs },
      { name: "with its editor", event: vscode.window.onDidChangeVisibleTextEditors },
      { name: "with its editor in front", event: vscode.window.onDidChangeActiveTextEditor },
    ];
    await user.withSettings({ "fastApply.review.autoReveal": false }, async () => {
      for (const { name, event } of moments) {
        let fail = (): void => undefined;
        const failing = new Promise<void>((resolve) => (fail = resolve));
        await user.start(target, async function* () {
          await failing;
          yield { type: "failed" as const, reason: "The server is away." };
        });
        const listener = event?.(fail);
        // As the extension itself opens it; here the test sees when that is over.
        const opening = user.surface.editors.show(user.review(target));
        if (event === undefined) fail();
        await opening;
        await eventually(() => {
          assert.deepEqual([user.reviews.pending.length, reviewTabs()], [0, 0], `failed ${name}`);
        });
        listener?.dispose();
      }
    });
  });

  it("stop ends it at once, and what comes later is dropped", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    coming.comeTo("line 40\n");
    await user.inFront(user.review(target));
    await user.press("stop");
    assert.equal(user.reviews.pending.length, 0);
    coming.finish();
    await coming.over;
    assert.equal(user.reviews.findByTarget(target), undefined);
    assert.equal(user.textOf(target), TEXT);
  });

  it("two at once do not mix", async () => {
    const [one, two] = [await user.write("one.txt", TEXT), await user.write("two.txt", TEXT)];
    const both = [one, two].map((target) => ({ target, coming: new HeldRewrite(rewrite(TEXT) + target.fsPath) }));
    await Promise.all(both.map(({ target, coming }) => user.start(target, () => coming.events())));
    for (const [at, line] of [40, 110].entries()) {
      for (const { coming } of both) coming.comeTo(`line ${line}\n`);
      await eventually(() => {
        for (const { target } of both) assert.deepEqual(user.hunks(target), HUNKS.slice(0, at + 1));
      });
    }
    for (const { coming } of both) coming.finish();
    for (const target of [one, two]) {
      await eventually(() => {
        assert.equal(user.review(target).progress, "whole");
      });
      assert.deepEqual(user.hunks(target).slice(0, 2), HUNKS.slice(0, 2));
    }
    await user.press("acceptAll", { review: user.review(one).id });
    assert.equal(user.textOf(one), rewrite(TEXT) + one.fsPath);
    assert.equal(user.textOf(two), TEXT);
    assert.equal(user.reviews.pending.length, 1);
    await user.press("acceptAll", { review: user.review(two).id });
    assert.equal(user.textOf(two), rewrite(TEXT) + two.fsPath);
  });

  it("another apply goes on from the proposal, after a first that still streams", async () => {
    const target = await user.write("file.txt", TEXT);
    const coming = new HeldRewrite(rewrite(TEXT));
    await user.start(target, () => coming.events());
    coming.comeTo("line 40\n");
    const seen: string[] = [];
    const second = user.start(target, (text) => {
      seen.push(text);
      return whole(text.replace("line 60\n", "sixty\n"));
    });
    coming.finish();
    assert.deepEqual(await second, { type: "reviewing" });
    assert.deepEqual(seen, [rewrite(TEXT)]);
    assert.equal(user.reviews.pending.length, 1);
    assert.deepEqual(user.hunks(target), [HUNKS[0], "line 60 > sixty", HUNKS[1], HUNKS[2]]);
    await user.press("acceptAll");
    assert.equal(user.textOf(target), rewrite(TEXT).replace("line 60\n", "sixty\n"));
  });

  it("another apply that is cut off leaves the hunks of the first", async () => {
    const target = await user.write("file.txt", TEXT);
    await user.apply(target, rewrite);
    const stream = new CutOff(rewrite(TEXT).replaceAll("line 1", "Zeile 1"));
    await user.start(target, () => stream.events());
    await eventually(() => {
      assert.ok(user.hunks(target).length > HUNKS.length);
    });
    stream.close();
    await eventually(() => {
      assert.equal(user.review(target).progress, "whole");
      assert.deepEqual(user.hunks(target), HUNKS);
    });
  });
});
