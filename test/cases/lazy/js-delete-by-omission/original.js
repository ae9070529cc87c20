import express from 'express';

import { log } from './log.js';
import { router } from './router.js';

export function createApp(options) {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json());
  app.use((req, res, next) => {
    log.debug(`${req.method} ${req.url}`);
    next();
  });
  app.use('/api', router);
  app.use(express.static(options.publicDir));
  return app;
}
