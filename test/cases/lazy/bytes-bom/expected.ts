import { app } from "./app";
import { log } from "./log";

const port = Number(process.env.PORT ?? 3000);

app.listen(port, () => {
  log.info(`listening on ${port}`);
});
