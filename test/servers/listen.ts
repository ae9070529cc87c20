import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** A server that listens on loopback, and the connections that are open. */
export interface Listening {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly sockets: ReadonlySet<Socket>;
  /** Ends the open connections in the middle of whatever they send. */
  readonly cut: () => void;
}

/** Lets a server listen on a free port of 127.0.0.1. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return { origin: `http://127.0.0.1:${port}`, sockets, cut };
}
