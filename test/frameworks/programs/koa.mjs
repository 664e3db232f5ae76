import http from 'node:http';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { handler, listen } from './handler.mjs';

const app = new Koa();
if (process.argv[2] === 'bodyparser') app.use(bodyParser());
app.use(async (context) => {
  context.respond = false;
  if (context.request.rawBody !== undefined) context.req.body = context.request.body;
  await handler.node(context.req, context.res);
});
listen(http.createServer(app.callback()));
