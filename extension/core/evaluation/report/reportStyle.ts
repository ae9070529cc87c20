import { chartColours, chartStyle } from "./chart.ts";
import { OUTCOMES } from "./summary.ts";

/** Of diffs, beside the colours of charts. */
const colours = {
  light: `${chartColours.light};--raised:#f6f8fa;--link:#0a58a8;--added:#dafbe1;--removed:#ffebe9`,
  dark: `${chartColours.dark};--raised:#1e2228;--link:#6cb6ff;--added:#12361f;--removed:#47191c`,
  highContrast: `${chartColours.highContrast};--raised:Canvas;--link:LinkText;--added:Canvas;--removed:Canvas`,
} as const;

/** What a theme of VS Code says; the colours of charts stay, since a theme promises no contrast between its own. */
const ofTheme = `--paper:var(--vscode-editor-background);--ink:var(--vscode-editor-foreground);--dim:var(--vscode-descriptionForeground);--raised:var(--vscode-textCodeBlock-background);--link:var(--vscode-textLink-foreground);--added:var(--vscode-diffEditor-insertedLineBackground);--removed:var(--vscode-diffEditor-removedLineBackground)`;
const highContrastTheme = `--grid:var(--vscode-contrastBorder);--exact:var(--ink);--lenient:var(--paper);--refused:var(--paper);--failed:var(--paper);--wrong:var(--paper);--hatch:var(--ink);--on:var(--ink);--added:var(--paper);--removed:var(--paper);--dim:var(--ink)`;

const layout = `
*{box-sizing:border-box}
body{margin:0;padding:0 1.5rem 3rem;background:var(--paper);color:var(--ink);font:14px/1.5 var(--vscode-font-family,system-ui,sans-serif)}
main{max-width:72rem;margin:0 auto}
h1{font-size:1.6rem;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:2.2rem 0 .6rem}h3{font-size:1rem;margin:1rem 0 .3rem}
a{color:var(--link)}nav a{margin-right:1rem;white-space:nowrap}
:focus-visible{outline:2px solid var(--vscode-focusBorder,var(--link));outline-offset:2px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
.chart{display:block;width:100%;max-width:60rem;height:auto;margin:.5rem 0}.patterns{position:absolute}
.scrolls{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;margin:.5rem 0;font-variant-numeric:tabular-nums}caption{text-align:start;color:var(--dim);padding-bottom:.3rem;max-width:60rem}
th,td{padding:.2rem .7rem;border-bottom:1px solid var(--grid);text-align:end;white-space:nowrap}th:first-child,td:first-child{text-align:start}thead th{vertical-align:bottom}
fieldset{border:1px solid var(--grid);margin:.4rem 0;padding:.3rem .8rem}legend{color:var(--dim)}fieldset label{margin-right:1.1rem;white-space:nowrap}
details{border-top:1px solid var(--grid);content-visibility:auto;contain-intrinsic-size:auto 2.2rem}
summary{padding:.35rem .2rem;cursor:pointer;overflow-wrap:anywhere}details[open]>summary{font-weight:600}
summary .dim,.dim{color:var(--dim)}
.content{padding:0 0 1rem 1rem}
.outcome{border:1px solid var(--ink);border-radius:3px;padding:0 .35rem;margin-left:.4rem;font-weight:400;white-space:nowrap}.outcome.wrong{border-width:2px;font-weight:700}.outcome.refused,.outcome.failed{border-style:dashed}
pre{margin:.3rem 0;padding:.5rem;background:var(--raised);border:1px solid var(--grid);overflow-x:auto;font:12px/1.45 var(--vscode-editor-font-family,ui-monospace,monospace);tab-size:4;max-height:40rem;unicode-bidi:plaintext}
pre ins,pre del{display:block;text-decoration:none;width:max-content;min-width:100%}pre ins{background:var(--added)}pre del{background:var(--removed)}pre i{color:var(--dim)}
`;

/** Hides the cases that do not have the chosen outcome, by the chosen engine or by any: a page without scripts can filter. */
function filterStyle(engines: number): string {
  const rules = ["any", ...Array.from({ length: engines }, (_, at) => String(at))].flatMap((engine) =>
    OUTCOMES.map(
      (outcome) =>
        `main:has(#engine-${engine}:checked):has(#outcome-${outcome}:checked) .case:not(.${caseClass(engine, outcome)})`,
    ),
  );
  return `${rules.join(",\n")}{display:none}`;
}

/** Names the class of a case with this outcome by an engine: its place, or `any` for one of them. */
export function caseClass(engine: string, outcome: string): string {
  return `of-${engine}-${outcome}`;
}

/** Writes the style of a report on this many engines: light, dark and high contrast, as the system or the theme of VS Code says. */
export function reportStyle(engines: number): string {
  return `
:root{color-scheme:light dark;${colours.light}}
@media (prefers-color-scheme:dark){:root{${colours.dark}}}
@media (prefers-contrast:more){:root{--dim:var(--ink);--grid:var(--ink)}}
@media (forced-colors:active){:root{${colours.highContrast}}}
:root:has(>.vscode-light){color-scheme:light;${colours.light}}
:root:has(>.vscode-dark),:root:has(>.vscode-high-contrast){color-scheme:dark;${colours.dark}}
:root:has(>.vscode-high-contrast-light){color-scheme:light;${colours.light}}
body:is(.vscode-light,.vscode-dark,.vscode-high-contrast){${ofTheme}}
body.vscode-high-contrast{${highContrastTheme}}
body.vscode-high-contrast pre ins,body.vscode-high-contrast pre del{outline:1px dashed var(--ink)}
@media (forced-colors:active){pre ins,pre del{outline:1px dashed CanvasText}}
${layout}${chartStyle}${filterStyle(engines)}
@media print{details{content-visibility:visible}fieldset,nav{display:none}}
`;
}
