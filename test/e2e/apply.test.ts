import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cartWith } from "./cart.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const sketch = `export function formatPrice(cents: number): string {
  return \`\${(cents / 100).toFixed(2)} €\`;
}
`;

const fenced = (code: string): string => `# Note\n\n\`\`\`ts\n${code}\`\`\`\n`;
const inCents = "export function showCents(cents: number): string {\n  return `${cents} c`;\n}\n";
const inOunces =
  "export function showOunces(ounces: number): string {\n  const rounded = Math.round(ounces);\n  return `${rounded} ounces`;\n}\n";
const loop = "  // All of them.\n  for (const item of items) {\n    sum += item.price;\n  }\n  return sum;\n}\n";
const totals = `export function net(items) {\n  let sum = 0;\n${loop}\nexport function gross(items) {\n  let sum = 1;\n${loop}`;
const exact = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
/** Three exact edits that have one place, two of them side by side, and one that has two. */
const fourEdits = [
  exact("  let sum = 1;", "  let sum = rate;"),
  exact("  let sum = 0;", "  let sum = 0.0;"),
  exact("    sum += item.price;", "    sum += item.price * item.count;"),
  exact("export function net(items) {", "export function net(items, _) {"),
].join("");
const openFiles = { "totals.js": totals, "totals.md": `# Totals\n\n\`\`\`js totals.js\n${fourEdits}\`\`\`\n` };

const ledger =
  "const LIMIT = 2;\n\nexport function book(entry) {\n  write(entry);\n}\n\nexport function undo(entry) {\n  erase(entry);\n}\n";
/** What a chat writes without markers: each block below the sentence that says where it goes. */
const shortBlocks = [
  `At the top of \`book\`:\n\n\`\`\`js\nif (!entry) return;\n\`\`\``,
  `In \`undo\`, replace \`erase(entry)\` with:\n\n\`\`\`js\nerase(entry, LIMIT);\n\`\`\``,
  "Also change `LIMIT = 2` to `LIMIT = 3`.\n",
].join("\n\n");

/** Fences that name no file: for the sample, for a file that VS Code has not held before and no other test opens, and for one of two. */
const files = {
  ...openFiles,
  "note.md": fenced(sketch),
  "unseen.ts": inCents,
  "unseen.md": fenced(inCents.replace(" c`", " ct`")),
  "ounces.ts": inOunces,
  "weights.ts": inOunces.replace("Math.round", "Math.floor"),
  "ledger.js": ledger,
  "ledger.md": shortBlocks,
  "ounces.md": fenced(inOunces.replace(" ounces`", " oz`")),
};

describe("an apply", () => {
  let workbench: SharedWorkbench;
  let review: Reviewing;
  beforeAll(async () => {
    workbench = await shareWorkbench();
    review = reviewingOn(workbench);
  });
  beforeEach(() => workbench.startOver(files));
  afterEach((context) => pictureFailure(workbench, context));

  const seeEuros = async (): Promise<void> => {
    await review.inFront("cart (review).ts");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await expect
      .poll(review.changes)
      .toEqual(["-  return `${(cents / 100).toFixed(2)} EUR`;", "+  return `${(cents / 100).toFixed(2)} €`;"]);
  };
  const acceptAll = async (file: string): Promise<void> => {
    await workbench.press("Control+Enter");
    await review.inFront(file);
  };
  const exists = (name: string): boolean => existsSync(join(workbench.folder, name));

  test("of a fence that names no file and fits two is given up with Escape", async () => {
    await workbench.openFile("ounces.md");
    await workbench.clickCodeLens("Apply", review.choice("weights.ts"));
    await workbench.press("Escape");
    await review.choice("weights.ts").waitFor({ state: "hidden" });
    await expect.poll(review.status).toBe("");
    expect(await workbench.activeTab()).toBe("ounces.md");
  });

  const applySelection = async (document: string, lines: number): Promise<void> => {
    await workbench.openFile(document);
    await workbench.goToLine(4);
    await workbench.press(...Array<string>(lines).fill("Shift+ArrowDown"));
    await workbench.runCommand("Fast Apply Selection");
  };

  test("of the selection asks where two files are alike, with the lines that they have of it", async () => {
    await applySelection("ounces.md", 4);
    await expect.poll(() => review.choice("ounces.ts").textContent()).toContain("2 of 3 lines");
    expect(await review.choice("weights.ts").textContent()).toContain("1 of 3 lines");
    expect(await review.choice("ounces.md").count()).toBe(0);
    await review.choice("ounces.ts").click();
    await review.inFront("ounces (review).ts");
    await expect.poll(review.changes).toEqual(["-  return `${rounded} ounces`;", "+  return `${rounded} oz`;"]);
  });

  test("of the selection goes to the file that has its code, though nobody has opened it", async () => {
    await applySelection("unseen.md", 3);
    await review.inFront("unseen (review).ts");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await expect.poll(review.changes).toEqual(["-  return `${cents} c`;", "+  return `${cents} ct`;"]);
    await acceptAll("unseen.ts");
    await review.save();
    expect(review.onDisk("unseen.ts")).toBe(inCents.replace(" c`", " ct`"));
  });

  test("of a fence goes to the open file that declares what it names", async () => {
    await workbench.openFile("cart.ts");
    await workbench.openFile("note.md");
    await workbench.clickCodeLens("Apply", review.tabInFront("cart (review).ts"));
    await seeEuros();
  });

  test("of the clipboard goes to the file that is open", async () => {
    await workbench.openFile("cart.ts");
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), sketch);
    await workbench.runCommand("Fast Apply Clipboard");
    await seeEuros();
  });

  test("of an answer in short blocks puts each where its sentence says", async () => {
    await workbench.openFile("ledger.md");
    await workbench.press("Control+a");
    await workbench.runCommand("Fast Apply to File…");
    await review.choice("ledger.js").first().click();
    await review.inFront("ledger (review).js");
    await expect
      .poll(review.changes)
      .toEqual([
        "-const LIMIT = 2;",
        "+const LIMIT = 3;",
        "+  if (!entry) return;",
        "-  erase(entry);",
        "+  erase(entry, LIMIT);",
      ]);
  });

  test("to a file that is picked", async () => {
    await workbench.openFile("note.md");
    await workbench.goToLine(5);
    await workbench.runCommand("Fast Apply to File…");
    await review.choice("cart.ts").first().click();
    await seeEuros();
  });

  test("of a second sketch joins the review of the file", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await workbench.openFile("note.md");
    await workbench.goToLine(5);
    await workbench.runCommand("Fast Apply Selection");
    await review.inFront("cart (review).ts");
    await expect.poll(review.status).toMatch(/4 hunks$/);
    await acceptAll("cart.ts");
    await review.save();
    const planned = cartWith("discount in the totals", "discountRate", "applyDiscount", "the totals");
    expect(review.onDisk("cart.ts")).toBe(planned.replace(" EUR`", " €`"));
  });

  test("twice by two clicks is one review, and none where nothing is left to change", async () => {
    await review.applyFence("cart.ts");
    await review.applyFence("cart.ts");
    await review.seeStatus("Fast Apply: 1/4 hunks");
    await acceptAll("cart.ts");
    await review.openFence("cart.ts");
    await workbench.clickCodeLens("Apply to cart.ts", review.notification("cart.ts is already as the sketch wants it"));
  });

  test("to one of two places shows the likelier one, the other one by a key, and neither is accepted with all", async () => {
    await review.applyFence("stores.py");
    await review.inFront("stores (review).py");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await expect.poll(review.remarks).toMatch(/Open, 1 of \d/);
    await expect.poll(review.changes).not.toEqual([]);
    const first = await review.changes();
    await workbench.screenshot("open-piece");
    await workbench.press("Tab");
    await expect.poll(review.remarks).toMatch(/Open, 2 of \d/);
    await workbench.screenshot("open-piece-elsewhere");
    await workbench.press("Shift+Tab");
    await expect.poll(review.remarks).toMatch(/Open, 1 of \d/);
    await expect.poll(review.changes).toEqual(first);
    await expect.poll(async () => (await review.lenses()).join()).toContain("1 of 6");
    await workbench.clickCodeLens("Choose…", review.choice(/^\d+ %: after line 19/));
    await workbench.press("ArrowDown");
    await expect.poll(review.remarks).toMatch(/Open, 2 of \d/);
    await workbench.press("Escape");
    await expect.poll(review.remarks).toMatch(/Open, 1 of \d/);
    await workbench.press("Control+Enter");
    await review.notification("Open in stores.py").waitFor();
    await expect.poll(review.status).toBe("Fast Apply: 1/1 hunk");
    await workbench.press("d");
    await review.inFront("stores.py (proposal)");
    const marks = workbench.page.locator(".monaco-diff-editor .modified .view-line");
    const inDiff = (): Promise<readonly string[]> =>
      marks.evaluateAll((lines) =>
        lines.flatMap((line) =>
          [...line.querySelectorAll("span")].map((span) => getComputedStyle(span, "::after").content),
        ),
      );
    await expect.poll(async () => (await inDiff()).join()).toMatch(/Open, 1 of \d/);
    await workbench.press("Tab");
    await expect.poll(async () => (await inDiff()).join()).toMatch(/Open, 2 of \d/);
    await workbench.screenshot("open-piece-in-diff");
    await workbench.press("y");
    await review.inFront("stores.py");
    await expect.poll(workbench.visibleText).toContain("a note needs a name");
  });

  test("of three sure edits and an open one is decided with a key for the open one, and undone in the file", async () => {
    await workbench.openFile("totals.md");
    await workbench.clickCodeLens("Apply to totals.js", review.tabInFront("totals (review).js"));
    await expect.poll(review.status).toMatch(/3 hunks$/);
    await expect.poll(review.remarks).toMatch(/Open, 1 of 2/);
    await workbench.screenshot("open-among-sure");
    await workbench.press("Control+Enter");
    await review.notification("Open in totals.js: 1 of 3 hunks").waitFor();
    await expect.poll(review.status).toBe("Fast Apply: 1/1 hunk");
    await workbench.press("Tab");
    await expect.poll(review.remarks).toMatch(/Open, 2 of 2/);
    await workbench.press("u");
    await expect.poll(review.remarks).toMatch(/Open, 1 of 2/);
    await workbench.press("Shift+Tab");
    await expect.poll(review.remarks).toMatch(/Open, 2 of 2/);
    await workbench.press("y");
    await review.inFront("totals.js");
    await review.save();
    const edited = totals
      .replace("sum = 0", "sum = 0.0")
      .replace("net(items)", "net(items, _)")
      .replace("sum = 1", "sum = rate");
    const at = edited.lastIndexOf("item.price;");
    expect(review.onDisk("totals.js")).toBe(`${edited.slice(0, at)}item.price * item.count;${edited.slice(at + 11)}`);
    await workbench.press("Control+Z");
    await workbench.press("Control+Z");
    await expect.poll(review.status).toMatch(/3 hunks$/);
  });

  test("makes a new file when its hunk is accepted, and none when it is rejected", async () => {
    const newFile = async (key: string): Promise<void> => {
      await review.openFence("receipt.ts");
      await workbench.clickCodeLens("Create receipt.ts", review.tabInFront("receipt (review).ts"));
      await review.seeStatus("Fast Apply: 1/1 hunk");
      expect(exists("receipt.ts")).toBe(false);
      await workbench.press(key);
    };
    await newFile("n");
    await review.seeStatus("");
    expect(exists("receipt.ts")).toBe(false);
    await newFile("y");
    await review.inFront("receipt.ts");
    expect(review.onDisk("receipt.ts")).toMatch(/^import \{ Cart.*\}\n$/s);
  });

  test("of all sketches shows the first review, and the tree and one editor show them all", async () => {
    await workbench.openFile("plan.md");
    await workbench.goToLine(1);
    await workbench.clickCodeLens("Apply all", review.tabInFront("cart (review).ts"));
    await review.seeStatus("Fast Apply: 1/4 hunks, 6 files");
    await review.expandPending();
    const files = workbench.page.getByRole("treeitem").filter({ hasText: /hunks? \+/ });
    await expect.poll(() => files.count()).toBe(6);
    await expect.poll(() => files.first().innerText()).toMatch(/cart\.ts\s*4 hunks \+10 -2/);
    await workbench.screenshot("pending-reviews");
    await files.filter({ hasText: "theme.css" }).click();
    await review.inFront("theme (review).css");
    await workbench.runCommand("Fast Apply: Show All Pending Changes");
    await review.inFront("Pending reviews (6 files)");
    await workbench.screenshot("pending-changes");
  });
});
