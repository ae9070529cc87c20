import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Evaluation } from "../../extension/core/evaluation/evaluation.ts";
import { chartAsFile } from "../../extension/core/evaluation/report/chart.ts";
import { riskChart, speedChart } from "../../extension/core/evaluation/report/charts.ts";
import { groupChart, outcomeChart } from "../../extension/core/evaluation/report/outcomeChart.ts";
import { renderReport } from "../../extension/core/evaluation/report/renderReport.ts";
import { summarize } from "../../extension/core/evaluation/report/summarize.ts";
import {
  emptyEvaluation,
  largeEvaluation,
  makeCase,
  makeResult,
  structural,
} from "../unit/evaluation/report/sampleEvaluation.ts";
import { sharedBrowser } from "./browser.ts";
import { themes } from "./themes/themes.ts";
import type { ThemeName } from "./themes/themes.ts";

const screenshots = join(import.meta.dirname, "../../.vscode-test/screenshots/report");

interface OpenReport {
  readonly page: Page;
  /** Errors, violations of the page's policy, and requests for anything but the file. */
  readonly troubles: readonly string[];
}

/** Opens the report as a file, as a user does. */
async function openReport(evaluation: Evaluation, options: BrowserContextOptions = {}): Promise<OpenReport> {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  const file = join(folder, "report.html");
  writeFileSync(file, renderReport(evaluation, "forTests"));
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1100, height: 900 }, ...options });
  onTestFinished(async () => {
    await context.close();
    rmSync(folder, { recursive: true });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const troubles: string[] = [];
  const { href } = pathToFileURL(file);
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("console", (message) => troubles.push(`console: ${message.text()}`));
  page.on("request", (request) => {
    if (request.url() !== href) troubles.push(`request: ${request.url()}`);
  });
  await page.goto(href);
  return { page, troubles };
}

const HOSTILE = [
  `</pre></details></style></title></svg><script>console.log("ran")</script>`,
  `<img src="https://example.org/x" onerror='console.log("ran")'>`,
  `"><svg onload=console.log("ran")>`,
  "<!--",
  "]]>",
  "&lt;b&gt; &#60;",
  "\0\u202e\ud800",
  "<base href='https://example.org'><meta http-equiv=refresh content='0;url=https://example.org'>",
].join("\n");

test("texts of anybody are shown as texts", async () => {
  const evaluation: Evaluation = {
    ...emptyEvaluation,
    source: { ...emptyEvaluation.source, repository: HOSTILE },
    made: { ...emptyEvaluation.made, command: HOSTILE },
    engines: [{ ...structural, id: HOSTILE, label: HOSTILE }],
    cases: [
      makeCase(HOSTILE, {
        ...{ path: HOSTILE, language: HOSTILE, kind: HOSTILE, commit: HOSTILE, instruction: HOSTILE },
        ...{ original: "one\n", answer: HOSTILE, expected: HOSTILE },
      }),
    ],
    results: [
      makeResult(HOSTILE, "wrong", {
        ...{ engineId: HOSTILE, text: `${HOSTILE}\nmore`, message: HOSTILE, certainty: 0.5 },
        grades: [{ score: 1, reason: HOSTILE }, { refused: HOSTILE }],
      }),
    ],
    skipped: [{ reason: HOSTILE, count: 1 }],
  };
  const { page, troubles } = await openReport(evaluation);
  await page.locator("details > summary").click();
  expect(await page.locator("script, img, base, iframe, svg[onload], meta[http-equiv=refresh]").count()).toBe(0);
  expect(await page.locator("body > *").count()).toBe(2);
  const answer = await page.locator("details pre").first().textContent();
  expect(answer).toContain(HOSTILE.split("\n").slice(0, 6).join("\n"));
  expect(answer).toContain("\\u{0}\\u{202e}\\u{d800}");
  expect(troubles).toEqual([]);
});

test("charts are well-formed files of their own", async () => {
  const { engines } = summarize(largeEvaluation(60));
  const charts = [
    ...[speedChart(engines), riskChart(engines), outcomeChart(engines)],
    ...(["byLanguage", "byKind", "byLength"] as const).map((grouping) => groupChart(engines, grouping)),
  ];
  const page = await (await sharedBrowser()).newPage();
  onTestFinished(() => page.close());
  const faults = await page.evaluate(
    (texts) =>
      texts.map(
        (text) =>
          new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent ?? "none",
      ),
    charts.map((chart) => (chart === undefined ? "" : chartAsFile(chart))),
  );
  expect(faults).toEqual(charts.map(() => "none"));
});

test("cases are chosen by outcome and engine, and opened, with keys alone", async () => {
  const evaluation = largeEvaluation(40);
  const { page, troubles } = await openReport(evaluation);
  const shown = (): Promise<number> => page.locator("details.case:visible").count();
  const count = (engine: string | undefined, outcome: string): number =>
    new Set(
      evaluation.results
        .filter((result) => result.outcome === outcome && (engine === undefined || result.engineId === engine))
        .map(({ caseId }) => caseId),
    ).size;
  expect(await shown()).toBe(40);
  await page.locator("nav a").last().focus();
  await page.keyboard.press("Tab");
  // Tables that may be wider than the page can be scrolled with keys, so they lie on the way.
  for (let at = 0; at < 20 && (await focused(page)) !== "outcome-all"; at++) await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("outcome-all");
  for (let at = 0; at < 5; at++) await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toBe("outcome-wrong");
  expect(await shown()).toBe(count(undefined, "wrong"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toBe("engine-1");
  expect(await shown()).toBe(count(evaluation.engines[1]?.id, "wrong"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.locator("details[open] del").first().isVisible()).toBe(true);
  expect(troubles).toEqual([]);
});

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id);
}

/** Elements that stand out of the page to the right, where nothing scrolls. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.closest(".scrolls, pre, .patterns") === null)
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

async function look(page: Page, name: string): Promise<void> {
  await page.locator("#outcome-wrong").check();
  await page.locator("details:visible > summary").first().click();
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  for (const width of [1100, 400]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await beyond(page), `${name} ${width}`).toEqual([]);
  }
}

const contrast = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });

describe("the report looks right", () => {
  test.each([
    ["light", { colorScheme: "light" }, ["rgb(255, 255, 255)", "rgb(31, 35, 40)"]],
    ["dark", { colorScheme: "dark" }, ["rgb(22, 24, 28)", "rgb(230, 237, 243)"]],
    ["forced", { colorScheme: "dark", forcedColors: "active" }, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]],
  ] as const)("%s, as the system wishes", async (name, options, colours) => {
    const { page, troubles } = await openReport(largeEvaluation(40), options);
    expect(await contrast(page)).toEqual(colours);
    await look(page, name);
    expect(troubles).toEqual([]);
  });

  test.each<ThemeName>(["light", "dark", "hcLight", "hcDark"])("in the theme %s of VS Code", async (name) => {
    // The system says the opposite: the theme counts.
    const colorScheme = name === "dark" || name === "hcDark" ? "light" : "dark";
    const { page, troubles } = await openReport(largeEvaluation(40), { colorScheme });
    const { variables, bodyClass } = themes[name];
    await page.evaluate(
      ([values, className]) => {
        for (const [variable, value] of Object.entries(values)) {
          document.documentElement.style.setProperty(variable, value);
        }
        document.body.className = className;
      },
      [variables, bodyClass] as const,
    );
    await look(page, `vscode-${name}`);
    expect(troubles).toEqual([]);
  });
});
