import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import { ShownAlternatives } from "../../../extension/core/tools/shownAlternatives.ts";
import { writeEdit, type DirectEdit } from "../../../extension/mcp/directEdit.ts";
import { locateInRoots } from "../../../extension/mcp/locate.ts";
import { rootAt } from "../../../extension/mcp/roots.ts";
import { createSyntaxParsers } from "../../../extension/providers/treeSitter.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";
import { readFolder } from "../cli/command.ts";

cleanUp();

let folder = "";
beforeEach(() => {
  folder = folderOf({ "project/a.txt": "one\ntwo\n" });
  process.env.FAST_APPLY_RUNTIME_FOLDER = join(folder, "run");
});
afterEach(() => {
  delete process.env.FAST_APPLY_RUNTIME_FOLDER;
});

/** Writes one edit of `a.txt`; `onEvent` hears of the apply. */
async function write(onEvent: (event: ApplyEvent) => void, signal: AbortSignal): Promise<string> {
  const root = await rootAt(join(folder, "project"));
  if (root === undefined) throw new Error("There is no such folder.");
  const found = await locateInRoots("a.txt", [root]);
  if (found.type === "refused") throw new Error(found.message);
  const edit: DirectEdit = {
    engine: {
      parsers: createSyntaxParsers(new URL("file:///none/")),
      rewriters: [],
      onEvent: (event) => {
        onEvent(event);
        return Promise.resolve();
      },
    },
    call: { targetFile: "a.txt", instructions: "I add a line.", codeEdit: "one\ntwo\nthree\n" },
    roots: [root],
    telling: { reported: new ShownAlternatives(), session: "s", isSecret: false },
    now: () => 0,
    onProgress: () => undefined,
  };
  const { outcome, message } = await writeEdit(edit, found, signal);
  return `${outcome}: ${message}`;
}

test("a call that is cancelled when the new text is there already writes nothing", async () => {
  const stop = new AbortController();
  const cancel = (event: ApplyEvent): void => {
    if (event.type === "done") stop.abort(new Error("cancelled"));
  };
  await expect(write(cancel, stop.signal)).rejects.toThrow("cancelled");
  expect(readFolder(folder)).toEqual({ "project/a.txt": "one\ntwo\n" });
});

test("nothing is written where the folder of the locks is not the user's alone", async () => {
  mkdirSync(join(folder, "run"), { mode: 0o777 });
  expect(await write(() => undefined, new AbortController().signal)).toMatch(
    /^failed: Nothing was changed\. The folder .* other users/,
  );
  expect(readFolder(folder)).toEqual({ "project/a.txt": "one\ntwo\n" });
});
