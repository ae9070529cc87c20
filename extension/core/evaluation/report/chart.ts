import { escaped, markup, type Markup } from "./markup.ts";

/** A chart: SVG that scales with its place, with words for readers who do not see it. */
export interface Chart {
  /** In units of the chart. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly description: string;
  readonly body: readonly Markup[];
}

/** Outcomes differ by pattern: colour only helps. */
const patterns = markup`<defs>
<pattern id="lenient" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="fill-lenient" width="6" height="6"/><circle class="on" cx="3" cy="3" r="1.1"/></pattern>
<pattern id="declined" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="fill-exact" width="6" height="6"/><path class="hatch" d="M0 3H6"/></pattern>
<pattern id="failed" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="fill-failed" width="6" height="6"/><path class="hatch" d="M0 3H6M3 0V6"/></pattern>
<pattern id="wrong" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="fill-wrong" width="6" height="6"/><path class="hatch" d="M-1 1L1 -1M0 6L6 0M5 7L7 5"/></pattern>
</defs>`;

/** Patterns are named once in a page: put this before its charts. */
export const chartPatterns = markup`<svg class="patterns" aria-hidden="true" width="0" height="0">${patterns}</svg>`;

/** Colours of charts, told apart by most people who see few (after M. Okabe and K. Ito), for light and dark. */
export const chartColours = {
  light: `--paper:#fff;--ink:#1f2328;--dim:#59636e;--grid:#d1d9e0;--exact:#0072b2;--lenient:#56b4e9;--refused:#e6e9ec;--failed:#f0e442;--wrong:#d55e00;--hatch:#fff;--on:#003a5c`,
  dark: `--paper:#16181c;--ink:#e6edf3;--dim:#9aa5b1;--grid:#3d444d;--exact:#4aa8e0;--lenient:#8fd0f5;--refused:#30363d;--failed:#b5a91a;--wrong:#ee7733;--hatch:#16181c;--on:#00314d`,
  highContrast: `--paper:Canvas;--ink:CanvasText;--dim:CanvasText;--grid:GrayText;--exact:CanvasText;--lenient:Canvas;--refused:Canvas;--failed:Canvas;--wrong:Canvas;--hatch:CanvasText;--on:CanvasText`,
} as const;

/** What charts look like, in a page or by themselves. */
export const chartStyle = `
.chart text{font:12px system-ui,sans-serif;fill:var(--ink)}
.chart .dim{fill:var(--dim)}.chart .name{font-weight:600}
.chart .grid{stroke:var(--grid);stroke-width:1;fill:none}
.chart .frontier{stroke:var(--ink);stroke-width:1.5;fill:none;stroke-dasharray:2 3}
.chart .curve{stroke:var(--ink);stroke-width:1.5;fill:none}
.chart .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}
.chart .mark{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}.chart .mark.best{fill:var(--exact)}
.chart .bar{stroke:var(--ink);stroke-width:.75}
.fill-exact{fill:var(--exact)}.fill-lenient{fill:var(--lenient)}.fill-failed{fill:var(--failed)}.fill-wrong{fill:var(--wrong)}
.chart .lenient{fill:url(#lenient)}.chart .declined{fill:url(#declined)}.chart .refused{fill:var(--refused)}.chart .failed{fill:url(#failed)}.chart .wrong{fill:url(#wrong)}
.hatch{stroke:var(--hatch);stroke-width:1.4;fill:none}.on{fill:var(--on)}
`;

/** Draws a chart for a page. No other element has this `id`. */
export function chartInPage({ width, height, title, description, body }: Chart, id: string): Markup {
  return markup`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-what"><title id="${id}-title">${title}</title><desc id="${id}-what">${description}</desc>${body}</svg>`;
}

/** Writes a chart as a file of its own, light or dark as its reader wishes. */
export function chartAsFile({ width, height, title, description, body }: Chart): string {
  const style = `svg{${chartColours.light};background:var(--paper)}@media (prefers-color-scheme:dark){svg{${chartColours.dark}}}@media (forced-colors:active){svg{${chartColours.highContrast}}}${chartStyle}`;
  const size = `width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" class="chart" ${size} role="img"><title>${escaped(title)}</title><desc>${escaped(description)}</desc><style>${style}</style>`;
  return `${head}${patterns.markup}${markup`${body}`.markup}</svg>\n`;
}
