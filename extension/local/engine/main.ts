// The engine's process: it does what the extension asks for, one thing at a time, and ends with the extension.
import { parseRequest, type EngineAnswer } from "../protocol.ts";
import { createJobs } from "./jobs.ts";

const send = (answer: EngineAnswer): void => {
  // While the extension ends, nobody is there to hear it.
  if (process.connected) process.send?.(answer);
};

const jobs = createJobs(send);

process.on("message", (raw: unknown) => {
  const request = parseRequest(raw);
  if (request === undefined) return;
  if (request.type === "unload") void jobs.close().then(() => process.exit(0));
  else jobs.take(request);
});
// The extension host has died: nothing shall hold the memory.
process.on("disconnect", () => process.exit(0));
