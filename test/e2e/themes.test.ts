import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DrawnRow } from "./drawnRows.ts";
import { colourAt, coloursIn, differenceOf } from "./pixels.ts";
import type { Colour } from "./pixels.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

/** Right of all text of the sample, left of the minimap. */
const beyondText = 780;
/** Less than this of 255 is not seen at a glance. */
const visible = 12;

/** With the class that the workbench has in them; no theme has the one of the theme before it. */
const themes = [
  { theme: "Default Light Modern", drawnAs: "vs", isDark: false, hasBorders: false },
  { theme: "Default Dark Modern", drawnAs: "vs-dark", isDark: true, hasBorders: false },
  { theme: "Default High Contrast", drawnAs: "hc-black", isDark: true, hasBorders: true },
  { theme: "Default High Contrast Light", drawnAs: "hc-light", isDark: false, hasBorders: true },
];

let workbench: SharedWorkbench;
let review: Reviewing;
beforeAll(async () => {
  workbench = await shareWorkbench();
  review = reviewingOn(workbench);
});
afterEach((context) => pictureFailure(workbench, context));

test("a review is open while the theme changes", async () => {
  await workbench.startOver();
  await review.applyFence("cart.ts");
  // The last hunk removes lines and adds some.
  await workbench.press("k");
  await review.seeStatus("Fast Apply: 4/4 hunks");
});

/** As a user who changes the settings while the review is open. */
async function choose(theme: string, drawnAs: string): Promise<void> {
  await workbench.chooseSettings({ "workbench.colorTheme": theme });
  await workbench.page.locator(`.monaco-workbench.${drawnAs}`).waitFor();
}

describe.each(themes)("a review in $theme", ({ theme, drawnAs, isDark, hasBorders }) => {
  let rows: readonly DrawnRow[];
  beforeAll(async () => {
    await choose(theme, drawnAs);
    // What an earlier test began may be told only now, on top of the lines.
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.page.mouse.move(700, 5);
    await workbench.screenshot(`review ${theme}`);
    rows = await review.rows();
  });

  const row = (sign: string): DrawnRow => {
    // The line of the cursor has a frame.
    const found = rows.findLast((candidate) => candidate.sign === sign && candidate.text.trim() !== "");
    if (found === undefined) throw new Error(`No line with the sign "${sign}" is on the screen.`);
    return found;
  };
  const drawn = async (sign: string): Promise<Colour> => {
    const { left, y } = row(sign);
    return colourAt(workbench.page, Math.round(left + beyondText), Math.round(y));
  };

  test("draws added, removed and unchanged lines in colours that differ", async () => {
    const [plain, added, removed] = [await drawn(""), await drawn("+"), await drawn("-")];
    expect(differenceOf(added, plain)).toBeGreaterThanOrEqual(visible);
    expect(differenceOf(removed, plain)).toBeGreaterThanOrEqual(visible);
    expect(differenceOf(added, removed)).toBeGreaterThanOrEqual(visible);
    expect(added.green).toBeGreaterThan(added.blue);
    expect(removed.red).toBeGreaterThan(removed.green);
    if (isDark) expect(Math.max(plain.red, plain.green, plain.blue)).toBeLessThan(80);
    else expect(Math.min(plain.red, plain.green, plain.blue)).toBeGreaterThan(175);
  });

  test("draws borders where the contrast is high, and signs everywhere", () => {
    const transparent = "rgba(0, 0, 0, 0)";
    for (const sign of ["+", "-"]) expect(row(sign).border !== transparent).toBe(hasBorders);
    expect(rows.filter(({ background }) => background !== "").every(({ sign }) => sign !== "")).toBe(true);
    expect(rows.filter(({ background }) => background === "").every(({ sign }) => sign === "")).toBe(true);
  });

  test("marks hunks in the overview ruler", async () => {
    const ruler = workbench.page.locator(".editor-group-container.active canvas.decorationsOverviewRuler");
    const box = await ruler.boundingBox();
    if (box === null) throw new Error("There is no overview ruler.");
    const colours = await coloursIn(workbench.page, box);
    expect(colours.some(({ red, green, blue }) => green > red + visible && green > blue + visible)).toBe(true);
    expect(colours.some(({ red, green, blue }) => red > green + visible && red > blue + visible)).toBe(true);
  });
});
