import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import { handler, say } from './handler.mjs';

const app = Fastify();
if (process.argv[2] === 'formbody') await app.register(formbody);
// What no parser takes is left to the handler.
app.addContentTypeParser('*', (_request, _payload, done) => done(null));
app.all('/callback', (request, reply) => {
  reply.hijack();
  if (request.body !== undefined && request.body !== null) request.raw.body = request.body;
  return handler.node(request.raw, reply.raw);
});
await app.listen({ host: '127.0.0.1', port: 0 });
say({ port: app.server.address().port });
