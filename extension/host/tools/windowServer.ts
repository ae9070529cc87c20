import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { SERVER_PROTOCOL, type ServerRegistration } from "../../core/tools/serverProtocol.ts";
import {
  serverSocket,
  removeRegistration,
  sweepRegistrations,
  writeRegistration,
} from "../../node/serverRegistrations.ts";
import { serveConnection, type EditThroughServer } from "./serverConnection.ts";

/** A window that listens to servers. */
export interface WindowServer {
  /** Publishes which folders the window has open, by their real paths. The last call counts. */
  showFolders(folders: readonly string[]): Promise<void>;
  /** Ends all connections, and takes away what servers find the window by. */
  close(): Promise<void>;
}

/**
 * Listens in a folder that only the user can enter. Servers find the window once `showFolders` has published its folders. Rejects if the
 * system cannot listen there.
 */
export async function openWindowServer(folder: string, edit: EditThroughServer): Promise<WindowServer> {
  const name = randomBytes(16).toString("hex");
  const token = randomBytes(32).toString("hex");
  const path = serverSocket(folder, name);
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
    void serveConnection(socket, token, edit);
  });
  await listen(server, path);
  await sweepRegistrations(folder);
  let isClosed = false;
  let written: Promise<unknown> = Promise.resolve();
  return {
    showFolders: (folders) => {
      const registration: ServerRegistration = {
        protocol: SERVER_PROTOCOL,
        pid: process.pid,
        socket: path,
        token,
        folders: [...folders],
      };
      const next = written.then(async () => {
        if (!isClosed) await writeRegistration(folder, name, registration);
      });
      written = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      isClosed = true;
      for (const socket of connections) socket.destroy();
      const closed = once(server, "close");
      server.close();
      await Promise.all([written, closed]);
      await removeRegistration(folder, name);
    },
  };
}

/** The longest path of a socket that all systems take, in bytes. Some cut a longer one silently. */
const LONGEST_SOCKET = 103;

async function listen(server: Server, path: string): Promise<void> {
  if (process.platform !== "win32" && Buffer.byteLength(path) > LONGEST_SOCKET) {
    throw new Error(`The path ${path} is too long for a socket.`);
  }
  server.listen({ path });
  await once(server, "listening");
  // Nobody else can enter the folder; this holds even if it was made readable later.
  if (process.platform !== "win32") await chmod(path, 0o600);
  server.on("error", () => undefined);
}
