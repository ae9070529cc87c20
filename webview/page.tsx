import { render } from "preact";
import { App } from "./app.tsx";
import { listen, post } from "./host.ts";
import { EMPTY_STATE, receive } from "./pageState.ts";
import type { PageState } from "./pageState.ts";

const root = document.body;
let state: PageState = EMPTY_STATE;
let isDrawn = true;

/** Several messages of one frame are drawn once. */
function draw(): void {
  isDrawn = true;
  render(<App state={state} />, root);
}

listen((message) => {
  const wasBehind = state.isBehind;
  state = receive(state, message);
  if (state.isBehind && !wasBehind) post({ type: "ready" });
  if (!isDrawn) return;
  isDrawn = false;
  requestAnimationFrame(draw);
});
draw();
post({ type: "ready" });
