import http from 'node:http';
import { handler, listen } from './handler.mjs';

listen(http.createServer(handler.node));
