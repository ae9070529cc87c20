import { commands, Disposable } from "vscode";
import type { EvaluateParts } from "./evaluateParts.ts";

/** Registers the commands that evaluate, and that show earlier evaluations. What they do loads when they are used. */
export function registerEvaluate(parts: EvaluateParts): Disposable {
  return Disposable.from(
    commands.registerCommand("fastApply.evaluate", async () =>
      (await import("./evaluateRepository.ts")).evaluateRepository(parts),
    ),
    commands.registerCommand("fastApply.openEvaluation", async () => {
      const [{ openReport }, { reportsFolder }] = await Promise.all([
        import("./storedReports.ts"),
        import("./evaluateRepository.ts"),
      ]);
      await openReport(reportsFolder(parts));
    }),
  );
}
