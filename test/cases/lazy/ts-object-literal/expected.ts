import type { Config } from "./types";

export const config: Config = {
  server: {
    host: "127.0.0.1",
    port: 4000,
    timeouts: {
      connect: 2_000,
      request: 10_000,
    },
  },
  client: {
    host: "127.0.0.1",
    port: 4001,
    timeouts: {
      connect: 2_000,
      request: 30_000,
      idle: 60_000,
    },
  },
  log: {
    level: "info",
    pretty: false,
  },
};
