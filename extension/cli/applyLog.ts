import { STRUCTURAL, type ApplyEvent } from "../core/apply/applyEvents.ts";
import { acceptedTokenShare, beginFigures, charsPerSecond, countEvent } from "../core/apply/applyFigures.ts";
import { plain } from "../node/plainText.ts";
import { print, type Surroundings } from "./surroundings.ts";

/** Follows the applies of one command. */
export interface ApplyLog {
  readonly take: (event: ApplyEvent, path: string | undefined) => Promise<void>;
  /** One line for each file that a provider was asked about: who wrote it, how quickly, and which steps gave way. */
  readonly report: () => string;
}

/** Creates the log of a command. `isStreamed`: prints steps, text and usage as lines of JSON as they come. */
export function createApplyLog({ stdout, now }: Surroundings, isStreamed: boolean): ApplyLog {
  let report = "";
  let figures = beginFigures(0);
  let began = now();
  const take = async (event: ApplyEvent, path: string | undefined): Promise<void> => {
    if (event.type === "step" && event.engine === STRUCTURAL) {
      figures = beginFigures(0);
      began = now();
    }
    figures = countEvent(figures, event);
    if (event.type === "done" || event.type === "ambiguous") report += reportSteps(event, path);
    if (!isStreamed) return;
    const name = path ?? null;
    if (event.type === "step") await print(stdout, jsonLine(stepOf(event, name)));
    if (event.type === "text") await print(stdout, jsonLine({ type: "text", path: name, text: event.text }));
    if (event.type === "usage") await print(stdout, jsonLine({ type: "usage", path: name, ...event.usage }));
  };

  const reportSteps = (event: Extract<ApplyEvent, { type: "done" | "ambiguous" }>, path = "stdin"): string => {
    const failures = event.failures ?? [];
    const gaveWay = failures
      .filter(({ engine }) => engine !== STRUCTURAL)
      .map(({ engine, message }) => `fast-apply: ${plain(path)}: ${plain(engine)} gave way: ${plain(message)}\n`);
    if (event.type === "ambiguous" || event.engine === STRUCTURAL) return gaveWay.join("");
    const elapsed = now() - began;
    const share = acceptedTokenShare(event.usage);
    const parts = [
      plain(event.engine),
      `${(elapsed / 1000).toFixed(1)} s`,
      figures.asks === undefined
        ? `${charsPerSecond(figures, elapsed).toFixed(0)} characters/s`
        : `asked what ${figures.asks === 1 ? "1 piece means" : `${String(figures.asks)} pieces mean`}`,
      ...(share === undefined ? [] : [`${(share * 100).toFixed(0)}% of the draft accepted`]),
    ];
    return `${gaveWay.join("")}fast-apply: ${plain(path)}: ${parts.join(", ")}\n`;
  };
  return { take, report: () => report };
}

function stepOf({ engine, asks }: Extract<ApplyEvent, { type: "step" }>, path: string | null): object {
  return { type: "step", path, engine, ...(asks === undefined ? {} : { asks }) };
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
