import type nock from 'nock';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { fetchTransport, httpTransport } from '../../../src/calls/index.js';
import { letsThrough, saysWhoHasNoAnswer } from './no-answer-suite.js';

const TRANSPORTS = { 'node:http': httpTransport, fetch: fetchTransport };

/** The tests of requests without an interceptor, for one version of nock. */
export function namesNock(tool: typeof nock, transports: readonly (keyof typeof TRANSPORTS)[]): void {
  beforeAll(() => {
    if (!tool.isActive()) tool.activate();
    tool.disableNetConnect();
  });
  beforeEach(() => tool.cleanAll());
  afterAll(() => {
    tool.cleanAll();
    tool.enableNetConnect();
    tool.restore();
  });

  describe.each(transports)('over %s', (name) => {
    const make = TRANSPORTS[name];
    for (const origin of ['http://gateway.test', 'https://gateway.test']) {
      saysWhoHasNoAnswer(
        'nock with nothing for the host',
        origin,
        () => make(),
        /: nock has no answer for this request: no interceptor or handler matches it; /,
      );
      saysWhoHasNoAnswer(
        'nock with an interceptor that does not fit',
        origin,
        () => {
          tool(origin).post('/other').reply(200, 'ok');
          return make();
        },
        /: nock has no answer for this request: no interceptor or handler matches it; /,
      );
    }
    letsThrough((url) => {
      tool.enableNetConnect(new URL(url).host);
      return make();
    });
  });
}
