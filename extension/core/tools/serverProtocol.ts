import * as v from "valibot";
import { editResultSchema } from "./editResult.ts";

/**
 * The protocol by which a server of tools hands an edit, or the wish to see what one would do, to the window of VS Code that has the file's
 * folder open: JSON objects, one per line, over a socket that only the user can open. The server says who it is first; then edits, cancels,
 * progress and results may come in any order.
 */

/** Both sides must have the same, or they do not speak to each other. */
export const SERVER_PROTOCOL = 1;

/** A longer line ends the connection. In bytes. */
export const MAX_SERVER_LINE = 32 * 1024 * 1024;

const id = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a window leaves for servers to find it by, in a file that only the user can read. */
export const registrationSchema = v.object({
  protocol: v.literal(SERVER_PROTOCOL),
  pid: v.number(),
  /** Path of a socket, or name of a pipe. */
  socket: v.string(),
  /** Random; whoever knows it may have edits reviewed. */
  token: v.string(),
  /** Real paths of the folders that the window has open. */
  folders: v.array(v.string()),
});
export type ServerRegistration = v.InferOutput<typeof registrationSchema>;

/** From the server to the window. */
export const serverRequestSchema = v.variant("type", [
  v.object({ type: v.literal("hello"), protocol: v.number(), token: v.string() }),
  v.object({
    type: v.literal("edit"),
    id,
    /** `preview`: it is only to be shown what the edit would do. */
    purpose: v.picklist(["edit", "preview"]),
    /** Name of the agent, as it calls itself. */
    agent: v.string(),
    /** Edits with the same one are of one run of an agent. */
    session: v.string(),
    /** Real path of the file. */
    path: v.string(),
    /** As `parseEditCall` takes it. */
    arguments: v.unknown(),
    /** How long the user may take to decide at most, in seconds. */
    patience: v.pipe(v.number(), v.minValue(0)),
  }),
  v.object({ type: v.literal("cancel"), id }),
]);
export type ServerRequest = v.InferOutput<typeof serverRequestSchema>;

/** From the window to the server. */
export const serverAnswerSchema = v.variant("type", [
  v.object({ type: v.literal("welcome") }),
  v.object({ type: v.literal("refused"), reason: v.string() }),
  v.object({ type: v.literal("progress"), id, message: v.string() }),
  v.object({ type: v.literal("result"), id, result: editResultSchema }),
]);
export type ServerAnswer = v.InferOutput<typeof serverAnswerSchema>;
