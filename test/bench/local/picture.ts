import { writeFile } from "node:fs/promises";
import { parse, View, type Spec } from "vega";

/** A bar of the picture. */
export interface Bar {
  readonly name: string;
  readonly value: number;
}

/** Draws bars with their values, and writes them as SVG. */
export async function drawBars(file: string, title: string, subtitle: string, bars: readonly Bar[]): Promise<void> {
  const spec: Spec = {
    width: 460,
    height: { signal: "bandspace(domain('names').length, 0.35, 0.15) * 30" },
    padding: 12,
    background: "white",
    title: { text: title, subtitle, offset: 12 },
    data: [{ name: "bars", values: bars.map(({ name, value }) => ({ name, value: Math.round(value) })) }],
    scales: [
      { name: "names", type: "band", domain: bars.map(({ name }) => name), range: { step: 30 }, padding: 0.35 },
      {
        name: "values",
        type: "linear",
        domain: { data: "bars", field: "value" },
        range: "width",
        nice: true,
        zero: true,
      },
    ],
    axes: [
      { orient: "left", scale: "names", domain: false, ticks: false, labelLimit: 260 },
      { orient: "bottom", scale: "values", title: "characters per second", grid: true, tickCount: 5 },
    ],
    marks: [
      {
        type: "rect",
        from: { data: "bars" },
        encode: {
          enter: {
            x: { scale: "values", value: 0 },
            x2: { scale: "values", field: "value" },
            y: { scale: "names", field: "name" },
            height: { scale: "names", band: 1 },
            fill: { value: "#3b76b0" },
          },
        },
      },
      {
        type: "text",
        from: { data: "bars" },
        encode: {
          enter: {
            x: { scale: "values", field: "value", offset: 5 },
            y: { scale: "names", field: "name", band: 0.5 },
            baseline: { value: "middle" },
            text: { field: "value" },
          },
        },
      },
    ],
  };
  const view = new View(parse(spec), { renderer: "none" });
  await writeFile(file, `${await view.toSVG()}\n`);
}
