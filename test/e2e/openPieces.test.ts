import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ModelServer } from "../servers/modelServer.ts";
import type { Chatting } from "./chatting.ts";
import { beginWithPlanner } from "./plannerDesk.ts";
import type { Reviewing } from "./reviewing.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const loop = "  for (const item of items) {\n    sum += item.price;\n  }\n  return sum;\n}\n";
const totals = `export function net(items) {\n  let sum = 0;\n${loop}\nexport function gross(items) {\n  let sum = 1;\n${loop}`;

/** An edit of one line, which may be in the file twice: then the model means the last of them. */
interface LineEdit {
  readonly path: string;
  readonly line: string;
  readonly becomes: string;
}

const OPEN_IN_TOTALS = {
  path: "totals.js",
  line: "    sum += item.price;",
  becomes: "    sum += item.price * item.count;",
};
/** Of twelve blocks for five files two are open. */
const edits: readonly LineEdit[] = [
  { path: "cart.ts", line: "const SHIPPING = 490;", becomes: "const SHIPPING = 390;" },
  { path: "retry.go", line: "	Attempts int", becomes: "	Attempts uint" },
  { path: "theme.css", line: "  --accent: #0969da;", becomes: "  --accent: #8250df;" },
  OPEN_IN_TOTALS,
  {
    path: "stores.py",
    line: "    def load(self, name: str) -> dict:",
    becomes: "    def load(self, name: str, /) -> dict:",
  },
  {
    path: "cart.ts",
    line: "    const shipping = subtotal >= FREE_SHIPPING_FROM ? 0 : SHIPPING;",
    becomes: "    const shipping = subtotal > FREE_SHIPPING_FROM ? 0 : SHIPPING;",
  },
  {
    path: "retry.go",
    line: 'var ErrExhausted = errors.New("all attempts failed")',
    becomes: 'var ErrExhausted = errors.New("no attempt is left")',
  },
  { path: "theme.css", line: "  --radius: 6px;", becomes: "  --radius: 8px;" },
  { path: "totals.js", line: "  let sum = 0;", becomes: "  let sum = 0.0;" },
  {
    path: "stores.py",
    line: '    """Keeps each note in a file of its own."""',
    becomes: '    """Keeps each note in its own file."""',
  },
  {
    path: "cart.ts",
    line: "  return `${(cents / 100).toFixed(2)} EUR`;",
    becomes: "  return `${(cents / 100).toFixed(2)} €`;",
  },
  {
    path: "theme.css",
    line: "  font: 16px/1.5 system-ui, sans-serif;",
    becomes: "  font: 15px/1.5 system-ui, sans-serif;",
  },
];

function blockOf({ path, line, becomes }: LineEdit): string {
  return `\`\`\`${path.split(".").at(-1) ?? ""} ${path}\n<<<<<<< SEARCH\n${line}\n=======\n${becomes}\n>>>>>>> REPLACE\n\`\`\`\n`;
}

function edited(text: string, some: readonly LineEdit[]): string {
  return some.reduce((now, { line, becomes }) => {
    const at = now.lastIndexOf(line);
    return at < 0 ? now : `${now.slice(0, at)}${becomes}${now.slice(at + line.length)}`;
  }, text);
}

/** Whether an answer of which a part is open can be decided in the chat and its reviews. */
describe("open pieces of an answer in the chat", () => {
  let server: ModelServer;
  let workbench: SharedWorkbench;
  let review: Reviewing;
  let chat: Chatting;
  beginWithPlanner({ "totals.js": totals }, (desk) => {
    ({ server, workbench, review, chat } = desk);
  });

  const block = (index: number): Locator => chat.page.locator(".code-block").nth(index);
  const indexesOf = (path: string): readonly number[] => edits.flatMap((edit, at) => (edit.path === path ? [at] : []));
  const focusReview = async (title: string): Promise<void> => {
    await review.inFront(title);
    await workbench.page.locator(".editor-group-container.active .view-line").first().click();
    // The chat had the focus, which is in another frame.
    await workbench.page.locator(".editor-group-container.active .monaco-editor.focused").first().waitFor();
  };
  /** Goes on to the other place of the open piece of a review, and takes it. */
  const takeOther = async (path: string, place: string): Promise<void> => {
    await block(indexesOf(path)[0] ?? 0)
      .getByRole("button", { name: "hunk" })
      .click();
    await focusReview(path.replace(".", " (review)."));
    await workbench.press("Tab");
    await expect.poll(review.status).toContain(place);
    await expect.poll(review.remarks).toMatch(/Open, 1 of 2/);
    await workbench.press("Tab");
    await expect.poll(review.remarks).toMatch(/Open, 2 of 2/);
    await workbench.press("y");
  };

  test("are chosen by key among twelve blocks for five files, the rest is accepted as one, and all is undone as one", async () => {
    const paths = [...new Set(edits.map(({ path }) => path))];
    const before = paths.map(review.onDisk);
    server.answerWith(edits.map(blockOf).join("\nNext:\n\n"));
    await chat.ask("Many small things.");
    await chat.answered();
    await chat.button("Apply All").click();
    await chat.button("Accept All").waitFor();
    await workbench.screenshot("twelve-blocks");
    expect(paths.map(review.onDisk)).toEqual(before);
    await takeOther("stores.py", "2/2 hunks");
    await workbench.screenshot("twelve-blocks-one-chosen");
    await chat.button("Accept All").click();
    await workbench.screenshot("twelve-blocks-accepted");
    await takeOther("totals.js", "1/1 hunk");
    // It was the last hunk.
    await review.inFront("totals.js");
    await workbench.screenshot("twelve-blocks-chosen");
    await workbench.runCommand("File: Save All");
    const after = paths.map((path, at) =>
      edited(
        before[at] ?? "",
        edits.filter((edit) => edit.path === path),
      ),
    );
    await expect.poll(() => paths.map(review.onDisk)).toEqual(after);
    await chat.button("Restore").click();
    // As after an undo in the editor, the hunks are pending again.
    await chat.button("Accept All").waitFor();
    await workbench.screenshot("twelve-blocks-undone");
    await workbench.runCommand("File: Save All");
    await expect.poll(() => paths.map(review.onDisk)).toEqual(before);
  });

  test("are decided by the model that wrote them; where it is wrong the user takes the other place, after a reload too", async () => {
    server.answerWith(blockOf(OPEN_IN_TOTALS));
    server.chooseWith("1=1");
    await chat.ask("Count them.");
    await chat.answered();
    await block(0).getByRole("button", { name: "Apply", exact: true }).click();
    await focusReview("totals (review).js");
    await expect.poll(async () => (await review.lenses()).join("\n")).toContain("1 of 2, chosen by planner");
    await workbench.screenshot("chosen-by-planner");
    expect(await review.remarks()).toBe("");
    await workbench.press("j");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await workbench.press("Tab");
    await expect.poll(review.remarks).toMatch(/Open, 2 of 2/);
    await expect.poll(async () => (await review.changes()).length).toBe(2);
    const changes = await review.changes();
    await workbench.reload();
    await expect.poll(review.status, { timeout: 50_000 }).toMatch(/1 hunk$/);
    // It comes back by itself: only its file was open besides.
    await review.inFront("totals (review).js");
    await expect.poll(review.remarks).toMatch(/Open, 2 of 2/);
    await expect.poll(review.changes).toEqual(changes);
    await focusReview("totals (review).js");
    await workbench.press("j", "Shift+Tab");
    await expect.poll(review.remarks).toMatch(/Open, 1 of 2/);
    await workbench.press("Tab");
    await expect.poll(review.changes).toEqual(changes);
    await workbench.press("y");
    await review.inFront("totals.js");
    await review.save();
    expect(review.onDisk("totals.js")).toBe(edited(totals, [OPEN_IN_TOTALS]));
    await chat.open();
    await expect.poll(() => block(0).textContent()).toContain("Applied");
  });
});
