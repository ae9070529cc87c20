// The engine's process: it does what the extension asks for, one thing at a time, and ends with the extension.
import { parseRequest, requestOf, type EngineAnswer, type EngineFailure } from "../protocol.ts";
import { createJobs } from "./jobs.ts";

const send = (answer: EngineAnswer): void => {
  // While the extension ends, nobody is there to receive it.
  if (process.connected) process.send?.(answer);
};

const jobs = createJobs(send);

process.on("message", (raw: unknown) => {
  const request = parseRequest(raw);
  const id = requestOf(raw);
  if (request === undefined) {
    if (id !== undefined) send({ type: "failed", id, failure: unreadable });
    return;
  }
  if (request.type === "unload") void jobs.close().then(() => process.exit(0));
  else jobs.take(request);
});
// The extension host has died: nothing should hold the memory.
process.on("disconnect", () => process.exit(0));

const unreadable: EngineFailure = {
  type: "rejected",
  message:
    "The local engine cannot read what it was asked. Show a smaller part in the sketch, or choose another provider.",
};
