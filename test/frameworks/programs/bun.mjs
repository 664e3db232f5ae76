import { handler, say } from './handler.mjs';

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request, self) => handler.fetch(request, { peer: self.requestIP(request)?.address }),
});
say({ port: server.port });
