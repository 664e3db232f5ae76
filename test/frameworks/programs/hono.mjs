import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { handler, say } from './handler.mjs';

const app = new Hono();
app.all('/callback', (context) => handler.fetch(context.req.raw, { peer: getConnInfo(context).remote.address }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => say({ port }));
