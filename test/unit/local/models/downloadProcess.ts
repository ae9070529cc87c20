// Another window: downloads from the address that it is given into the folder that it is given, and tells how far it is.
import { createModelStore } from "../../../../extension/local/models/modelStore.ts";

const [url = "", directory = ""] = process.argv.slice(2);
const store = createModelStore({ directory, fetch, timing: { waitsMs: [], idleMs: 60_000 } });
await store.download(
  { url, file: "m.gguf" },
  ({ doneBytes }) => {
    process.stdout.write(`${doneBytes}\n`);
  },
  new AbortController().signal,
);
