import { fetch, MockAgent } from 'undici';
import { describe } from 'vitest';
import { fetchTransport, type Transport, undiciTransport } from '../../../src/calls/index.js';
import { letsThrough, saysWhoHasNoAnswer } from './no-answer-suite.js';

const overUndici = (agent: MockAgent): Transport => undiciTransport(agent);
const overFetch = (agent: MockAgent): Transport =>
  fetchTransport({
    fetch: ((url: string, init: object) =>
      fetch(url, { ...init, dispatcher: agent })) as unknown as typeof globalThis.fetch,
  });

describe.each([
  ['undici', overUndici],
  ['fetch', overFetch],
])('over %s', (_name, over) => {
  const says = /: MockAgent of undici has no answer for this request: no interceptor or handler matches it; /;
  for (const origin of ['http://gateway.test', 'https://gateway.test']) {
    const make = (intercept: boolean) => () => {
      const agent = new MockAgent();
      agent.disableNetConnect();
      if (intercept) agent.get(origin).intercept({ path: '/other', method: 'POST' }).reply(200, 'ok').persist();
      return over(agent);
    };
    saysWhoHasNoAnswer('MockAgent with nothing for the host', origin, make(false), says);
    saysWhoHasNoAnswer('MockAgent with an intercept that does not fit', origin, make(true), says);
  }
  letsThrough((url) => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.enableNetConnect(new URL(url).host);
    return over(agent);
  });
});
