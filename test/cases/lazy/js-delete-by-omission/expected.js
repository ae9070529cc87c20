import express from 'express';

import { router } from './router.js';

export function createApp(options) {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json());
  app.use('/api', router);
  app.use(express.static(options.publicDir));
  return app;
}
