import { render } from "preact";
import { App } from "./app.tsx";
import { listen, post } from "./host.ts";
import { EMPTY_STATE, receive } from "./pageState.ts";
import type { PageState } from "./pageState.ts";

const root = document.body;
let state: PageState = EMPTY_STATE;
let isDrawn = true;
/** How long the last drawing took, in milliseconds. */
let cost = 0;

/** From this duration on, in milliseconds, the user needs time between two drawings. */
const LONG = 30;
const LONGEST_PAUSE = 1_000;

function draw(): void {
  isDrawn = true;
  const start = performance.now();
  render(<App state={state} />, root);
  root.removeAttribute("data-pending");
  cost = performance.now() - start;
}

/** Several messages of one frame are drawn once. */
function drawSoon(): void {
  if (!isDrawn) return;
  isDrawn = false;
  // Whoever looks at the page from outside sees that it is not up to date.
  root.setAttribute("data-pending", "");
  if (cost < LONG) requestAnimationFrame(draw);
  else setTimeout(() => requestAnimationFrame(draw), Math.min(2 * cost, LONGEST_PAUSE));
}

listen((message) => {
  const wasBehind = state.isBehind;
  state = receive(state, message);
  if (state.isBehind && !wasBehind) post({ type: "ready" });
  drawSoon();
});
draw();
post({ type: "ready" });
