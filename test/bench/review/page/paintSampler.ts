/** Runs in the page of the workbench and looks at what each animation frame has drawn: texts and computed colours. */

/** What the editors look like after one frame. Times are milliseconds since 1970. */
export interface SampledFrame {
  readonly at: number;
  /** The highest number of a `NEW` line that is drawn green. */
  readonly reached: number;
  /** The highest number of a line that is drawn green or red. */
  readonly furthest: number;
  /** Lines of the frame whose colour is not theirs, as text. */
  readonly wrong: readonly string[];
}

interface PaintSampler {
  /** Looks for the first frame with a green or red line, or with a line that holds the text, after a key pressed from now on. */
  readonly awaitPaint: (wanted: Wanted) => void;
  /** The milliseconds from the last key that was pressed to that frame. */
  readonly painted: () => Promise<number>;
  /** Looks at every frame from now on. */
  readonly beginFrames: () => void;
  readonly endFrames: () => readonly SampledFrame[];
}

declare global {
  // `let` and `const` do not make properties of the global object.
  var paintSampler: PaintSampler;
}

type Wanted = { readonly text: string } | "hunk";
type Colour = "green" | "red" | "none";

interface DrawnLine {
  readonly text: string;
  readonly colour: Colour;
}

/** As the bench sets the colours of whole lines. */
const COLOURS: Readonly<Record<string, Colour>> = { "rgb(0, 255, 0)": "green", "rgb(255, 0, 0)": "red" };

globalThis.paintSampler = { awaitPaint, painted: () => painting, beginFrames, endFrames };

let painting: Promise<number> = Promise.reject(new Error("Nothing is awaited."));
painting.catch(() => undefined);
let stop: (() => void) | undefined;
let frames: SampledFrame[] = [];

function awaitPaint(wanted: Wanted): void {
  const isWanted = ({ text, colour }: DrawnLine): boolean =>
    wanted === "hunk" ? colour !== "none" && text !== "" : text.includes(wanted.text);
  painting = new Promise((resolve) => {
    let pressed: number | undefined;
    const onKey = ({ timeStamp }: KeyboardEvent): void => {
      pressed = timeStamp;
    };
    window.addEventListener("keydown", onKey, { capture: true });
    const end = everyFrame(() => {
      if (pressed === undefined || !drawnLines().some(isWanted)) return;
      end();
      window.removeEventListener("keydown", onKey, { capture: true });
      resolve(performance.now() - pressed);
    });
  });
}

function beginFrames(): void {
  frames = [];
  stop = everyFrame(() => {
    const lines = drawnLines();
    const reached = Math.max(0, ...lines.map(({ text, colour }) => (colour === "green" ? newLineOf(text) : 0)));
    const furthest = Math.max(0, ...lines.map(({ text, colour }) => (colour === "none" ? 0 : numberOf(text))));
    const wrong = lines.filter(isWrong).map(({ text, colour }) => `${colour}: ${text.trim()}`);
    frames.push({ at: performance.timeOrigin + performance.now(), reached, furthest, wrong });
  });
}

function endFrames(): readonly SampledFrame[] {
  stop?.();
  return frames;
}

/** Calls `look` after each frame, when all that is drawn in it is in the document. Gives what ends it. */
function everyFrame(look: () => void): () => void {
  let isEnded = false;
  // A message is handled when the frame is through, and before the next one.
  const afterFrame = new MessageChannel();
  afterFrame.port1.onmessage = () => {
    if (!isEnded) look();
  };
  const onFrame = (): void => {
    if (isEnded) return;
    afterFrame.port2.postMessage(undefined);
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  return () => {
    isEnded = true;
    afterFrame.port1.close();
  };
}

function drawnLines(): DrawnLine[] {
  return [...document.querySelectorAll<HTMLElement>(".editor-instance .monaco-editor")]
    .filter(({ clientHeight }) => clientHeight > 0)
    .flatMap(linesOf);
}

/** Texts and colours lie in layers of their own; what belongs to a line has its place from the top. */
function linesOf(editor: HTMLElement): DrawnLine[] {
  const colours = new Map<string, Colour>();
  for (const mark of editor.querySelectorAll<HTMLElement>(".view-overlays > div > .cdr")) {
    const colour = COLOURS[getComputedStyle(mark).backgroundColor];
    if (colour !== undefined && mark.parentElement !== null) colours.set(mark.parentElement.style.top, colour);
  }
  return [...editor.querySelectorAll<HTMLElement>(".view-lines > .view-line")].map((line) => ({
    text: line.textContent.replaceAll("\u00a0", " "),
    colour: colours.get(line.style.top) ?? "none",
  }));
}

/** The names of the lines tell the truth: what stays has no colour, what goes is never green, and what comes always is. */
function isWrong({ text, colour }: DrawnLine): boolean {
  if (text.includes("KEEP")) return colour !== "none";
  if (text.includes("OLD")) return colour === "green";
  return newLineOf(text) > 0 && colour !== "green";
}

function numberOf(text: string): number {
  return Number(/(?:NEW|OLD)(\d+)/.exec(text)?.[1] ?? 0);
}

function newLineOf(text: string): number {
  return Number(/NEW(\d+)/.exec(text)?.[1] ?? 0);
}
