import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { abortableRequest } from '../../src/http-message/abortable-request.js';
import { collectGarbage } from '../support/collect-garbage.js';

it.each(['GET', 'POST'])('the signal of a %s tells of an abort where the request is no longer held', async (method) => {
  const ending = new AbortController();
  const { signal } = abortableRequest('http://gateway.test/', { method, signal: ending.signal });
  collectGarbage();
  // The finalizers of collected requests run in another turn.
  await setImmediate();
  collectGarbage();
  ending.abort('enough');
  expect([signal.aborted, signal.reason]).toEqual([true, 'enough']);
});
