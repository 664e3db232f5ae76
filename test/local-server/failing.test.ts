import { expect, it, onTestFinished } from 'vitest';
import { startLocalServer } from '../../src/local-server/local-server.js';
import { plainResponse, promptly } from '../../src/local-server/messages.js';
import { rejection } from '../support/collect.js';

it('a server closes a connection after an internal error, and continues', async () => {
  const server = await startLocalServer(0, async ({ path }) => {
    if (path === '/broken') throw new Error('no such file');
    return promptly(plainResponse(200, 'Here.'));
  });
  onTestFinished(() => server.close());
  const cause = expect.objectContaining({ code: 'UND_ERR_SOCKET' });
  expect(await rejection(fetch(`${server.origin}/broken`))).toMatchObject({ cause });
  expect(await (await fetch(`${server.origin}/whole`)).text()).toBe('Here.\n');
});
