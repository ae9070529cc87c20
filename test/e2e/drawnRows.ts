import type { Page } from "playwright-core";

/** A line of the active editor as it is drawn. */
export interface DrawnRow {
  readonly text: string;
  /** Old and new line number, as a review draws them before the text. */
  readonly numbers: readonly string[];
  /** What a review draws before the text: `+`, `-` or nothing. */
  readonly sign: string;
  /** What a review draws behind the text, as a warning. */
  readonly remark: string;
  /** The background over the whole width and the border above the line, as CSS colours; empty where there is none. */
  readonly background: string;
  readonly border: string;
  /** The middle of the line, in CSS pixels of the window. */
  readonly y: number;
  /** Where the text area of the editor begins and ends. */
  readonly left: number;
  readonly right: number;
}

/** The lines that are on the screen, from top to bottom. */
export async function drawnRows(page: Page): Promise<readonly DrawnRow[]> {
  const rows = await page.evaluate(() => {
    const editor = document.querySelector(".editor-group-container.active .monaco-editor");
    const placeOf = (element: Element): DOMRect => element.getBoundingClientRect();
    const overlays = [...(editor?.querySelectorAll(".view-overlays > div") ?? [])];
    return [...(editor?.querySelectorAll(".view-line") ?? [])]
      .sort((one, other) => placeOf(one).top - placeOf(other).top)
      .map((line) => {
        const { top, height, left, width } = placeOf(line);
        const drawn = (place: "::before" | "::after"): string =>
          [...line.querySelectorAll("span")]
            .map((span) => getComputedStyle(span, place).content)
            .find((content) => content.startsWith('"'))
            ?.slice(1, -1) ?? "";
        const overlay = overlays.find((candidate) => Math.abs(placeOf(candidate).top - top) < 2);
        const wide = [...(overlay?.querySelectorAll<HTMLElement>(".cdr") ?? [])].filter(
          (decoration) => decoration.style.width === "100%",
        );
        const styles = wide.map((decoration) => getComputedStyle(decoration));
        return {
          text: line.textContent,
          before: drawn("::before"),
          remark: drawn("::after"),
          background: styles.map(({ backgroundColor }) => backgroundColor).join(),
          border: styles.map(({ borderTopColor }) => borderTopColor).join(),
          y: top + height / 2,
          left,
          right: left + width,
        };
      });
  });
  return rows.map(({ before, text, ...rest }) => {
    const [, numbers = "", sign = ""] = /^([\d\s]*)([+-]?)/.exec(before) ?? [];
    return { ...rest, text: text.replaceAll("\u00a0", " "), sign, numbers: numbers.split(/\s+/).filter(Boolean) };
  });
}
