import express from 'express';

import { routes } from './routes.js';

const app = express();
app.use(express.json());
app.use('/api', routes);
app.use((error, req, res, next) => {
  res.status(500).send('error');
});
app.listen(3000);
