import http from 'node:http';

import { handle } from './handle.js';

const server = http.createServer(handle);
server.listen(Number(process.env.PORT ?? 8080));
