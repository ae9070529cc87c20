// Compares the planning prompts: prints what planners are to be asked, judges their answers, or asks one (`--provider`).
import { evaluatePlanning } from "./evaluation.ts";

process.exitCode = await evaluatePlanning(process.argv.slice(2), process.env, (line) => {
  console.log(line);
});
