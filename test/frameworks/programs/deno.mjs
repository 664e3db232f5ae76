import { handler, say } from './handler.mjs';

Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: ({ port }) => say({ port }) }, (request, { remoteAddr }) =>
  handler.fetch(request, { peer: remoteAddr.hostname }),
);
