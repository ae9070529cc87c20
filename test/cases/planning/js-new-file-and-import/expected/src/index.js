import { startServer } from "./server.js";
import { log } from "./log.js";

const port = Number(process.env.PORT ?? 3000);
startServer(port);
log(`Listening on ${port}.`);
