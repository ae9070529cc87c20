// Records the moving picture of the readme: the packaged extension at work, with a model server on loopback that says what was written for it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "modern-gif";
import { expect, test } from "vitest";
import { chattingOn } from "../e2e/chatting.ts";
import { openWorkbench } from "../e2e/desk.ts";
import { reviewingOn } from "../e2e/reviewing.ts";
import { startModelServer } from "../servers/modelServer.ts";
import { decodePng } from "./pixels.ts";

const file = join(import.meta.dirname, "../../media/fast-apply.gif");
/** In CSS pixels. */
const size = { width: 1080, height: 640 };
/** Such a file is loaded in full before a reader sees it move. */
const limitBytes = 2 * 1024 * 1024;

const question = "No shipping for an empty cart, and let me set a discount.";
const answer = `An empty cart pays no shipping now, and \`applyDiscount\` sets the rate that \`totals\` takes off.

\`\`\`ts cart.ts
<<<<<<< SEARCH
  private readonly items = new Map<string, CartItem>();
=======
  private readonly items = new Map<string, CartItem>();
  private discountRate = 0;
>>>>>>> REPLACE

<<<<<<< SEARCH
  totals(): Totals {
=======
  applyDiscount(rate: number): void {
    this.discountRate = rate;
  }

  totals(): Totals {
>>>>>>> REPLACE

<<<<<<< SEARCH
    const shipping = subtotal >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
    return { subtotal, shipping, total: subtotal + shipping };
=======
    const discount = Math.round(subtotal * this.discountRate);
    const shipping = this.isEmpty || subtotal >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
    return { subtotal, shipping, total: subtotal - discount + shipping };
>>>>>>> REPLACE
\`\`\`
`;

interface Shot {
  readonly png: Buffer;
  /** How long it is shown, in milliseconds. */
  ms: number;
}

test("from a question to the changed file", { timeout: 180_000 }, async () => {
  const server = await startModelServer("plain", { answer, msPerToken: 15 });
  const workbench = await openWorkbench({
    settings: {
      "workbench.colorTheme": "Default Dark Modern",
      "workbench.layoutControl.enabled": false,
      "workbench.activityBar.location": "top",
      "workbench.statusBar.visible": true,
      "window.commandCenter": false,
      "editor.minimap.enabled": false,
      "editor.fontSize": 13,
      "chat.disableAIFeatures": true,
      "remote.autoForwardPorts": false,
      "fastApply.chat.readsWorkspace": "never",
      "fastApply.providerOptions": { "openai-compatible": { baseUrl: server.url } },
      "fastApply.chat.models": [{ provider: "openai-compatible", model: "planner", contextTokens: 100_000 }],
    },
  });
  const { page } = workbench;
  const shots: Shot[] = [];
  const show = async (ms: number): Promise<void> => {
    const png = await page.screenshot({ caret: "hide" });
    const last = shots.at(-1);
    if (last?.png.equals(png) === true) last.ms += ms;
    else shots.push({ png, ms });
  };

  try {
    await page.setViewportSize(size);
    const chat = chattingOn(workbench);
    const review = reviewingOn(workbench);
    await workbench.openFile("cart.ts");
    await chat.begin();
    await widenSideBar(page, 400);
    await workbench.runCommand("Notifications: Clear All Notifications");

    await chat.composer.click();
    await show(800);
    for (const part of question.match(/.{1,8}/g) ?? []) {
      await page.keyboard.type(part);
      await show(130);
    }
    await show(400);
    await page.keyboard.press("Enter");
    const answered = chat.answered().then(() => true);
    const isAnswered = (): Promise<boolean> =>
      Promise.race([answered, new Promise<false>((done) => setTimeout(done, 80, false))]);
    do await show(130);
    while (!(await isAnswered()));
    await chat.seeState("cart.ts", /3 placed/);
    await show(1_200);

    await chat.block("cart.ts").getByRole("button", { name: "Apply", exact: true }).click();
    await review.inFront("cart (review).ts");
    await chat.seeState("cart.ts", "0/3 hunks");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await page.locator(".part.statusbar").getByText("chars/s").waitFor({ state: "hidden" });
    await show(1_800);
    await workbench.press("y");
    await chat.seeState("cart.ts", "1/3 hunks");
    await show(1_200);
    await workbench.press("y");
    await chat.seeState("cart.ts", "2/3 hunks");
    await show(1_200);
    await workbench.press("y");
    await chat.seeState("cart.ts", "Applied");
    await review.inFront("cart.ts");
    await show(2_500);

    const frames = [];
    for (const { png, ms } of shots) {
      const { bytes } = await decodePng(page.context(), png);
      frames.push({ data: bytes, delay: ms });
    }
    const gif = Buffer.from(await encode({ ...size, frames }));
    expect(gif.length).toBeLessThan(limitBytes);
    writeFileSync(file, gif);
  } finally {
    await workbench.close();
    await server.close();
  }
});

/** Drags the edge of the side bar until it is so wide, in CSS pixels. */
async function widenSideBar(page: Awaited<ReturnType<typeof openWorkbench>>["page"], width: number): Promise<void> {
  const box = await page.locator(".part.sidebar").boundingBox();
  if (box === null) throw new Error("The side bar is not shown.");
  const y = size.height / 2;
  await page.mouse.move(box.x + box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + width, y, { steps: 5 });
  await page.mouse.up();
}
