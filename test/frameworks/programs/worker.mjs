import { handler } from './handler.mjs';

export default {
  fetch: (request) => handler.fetch(request, { peer: request.headers.get('cf-connecting-ip') ?? undefined }),
};
