import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import fc from "../../fastCheck.ts";
import { createModelStore } from "../../../../extension/local/models/modelStore.ts";
import { startModelFiles, type ServedFile } from "../../../servers/modelFiles.ts";

const SIZE = 100_000;
const FILE = "m.gguf";

/** The third is longer, the fourth shorter than the first two. */
const contents = [SIZE, SIZE, SIZE + 5, SIZE - 5].map((size, index) =>
  Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(size - 4, `file ${index} `)]),
);

const served = fc
  .record({ which: fc.nat(contents.length - 1), ranges: fc.boolean(), tag: fc.constantFrom("strong", "weak", "none") })
  .map(({ which, ranges, tag }): ServedFile => {
    const content = contents[which] ?? Buffer.alloc(0);
    const etag = tag === "strong" ? `"${which}"` : tag === "weak" ? `W/"${which}"` : undefined;
    return { content, ranges, ...(etag === undefined ? {} : { etag }) };
  });

/** What happens before the download is left alone. */
const step = fc.record({ served, pauseAt: fc.integer({ min: 0, max: SIZE - 10 }), isCut: fc.boolean() });

test("however a download is paused and cut, and whatever the server has in between, the file is the server's in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 4 }), served, async (steps, last) => {
      const directory = await mkdtemp(join(tmpdir(), "models-"));
      const server = await startModelFiles(last);
      const store = createModelStore({ directory, fetch, timing: { waitsMs: [], idleMs: 10_000 } });
      try {
        for (const { served: file, pauseAt, isCut } of steps) {
          const pause = new AbortController();
          server.serve(file);
          server.fail({ type: "stall", afterBytes: pauseAt });
          let fromBytes: number | undefined;
          await store.download(
            { url: `${server.url}/${FILE}`, file: FILE },
            ({ doneBytes }) => {
              fromBytes ??= doneBytes;
              if (doneBytes - fromBytes < pauseAt && doneBytes < file.content.length) return;
              if (isCut) server.cut();
              else pause.abort();
            },
            pause.signal,
          );
          // The rest may have been shorter than where it was to stall.
          server.forget();
          if ((await readdir(directory)).includes(FILE)) await rm(join(directory, FILE));
        }
        server.serve(last);
        const request = { url: `${server.url}/${FILE}`, file: FILE };
        const end = await store.download(request, () => undefined, new AbortController().signal);
        expect(end).toMatchObject({ type: "stored" });
        expect((await readFile(join(directory, FILE))).equals(last.content)).toBe(true);
        expect(await readdir(directory)).toEqual([FILE]);
      } finally {
        await server.close();
        await rm(directory, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
