import http from 'node:http';
import { fileURLToPath } from 'node:url';
import next from 'next';
import { listen } from './handler.mjs';

const dir = fileURLToPath(new URL('../next-app', import.meta.url));
const app = next({ dev: true, dir, hostname: '127.0.0.1' });
await app.prepare();
const handle = app.getRequestHandler();
listen(http.createServer((request, response) => handle(request, response)));
