import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createJobs } from "../../../extension/local/engine/jobs.ts";
import type { EngineAnswer } from "../../../extension/local/protocol.ts";
import { randomModel } from "../../models/randomModel.ts";

test("a preparation that is given up while its model loads leaves the model loaded", { timeout: 60_000 }, async () => {
  const path = await randomModel({ shape: "tiny", quantization: "Q8_0", seed: 1 });
  const answers: EngineAnswer[] = [];
  const jobs = createJobs((answer) => answers.push(answer));
  const task = { original: "const a = 1;\n", sketch: "const a = 2;\n", draft: "const a = 2;\n", instruction: "" };
  jobs.take({ type: "prepare", id: 1, load: { path, usesGpu: false, isStrict: false, threads: 1 }, task });
  await nextTurn();
  jobs.take({ type: "cancel", id: 1 });
  await jobs.close();
  expect(answers.map(({ type }) => type)).toEqual(["loaded", "failed"]);
});
