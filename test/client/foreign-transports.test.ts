import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { Transport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { bytesOf } from '../support/body-bytes.js';
import { collect } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { errorOf, revoked, throwing, untyped } from '../support/unreadable.js';

const url = 'http://gateway.test/soap';
const credentials = { username: 'alice', password: 'sesame-0001' };

const clientOver = (transport: Transport): SmsServiceClient =>
  new SmsServiceClient({ url, credentials, transport, retry: false });

describe('a transport made by others', () => {
  const bytes = Buffer.from(soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>'));
  const ok = { status: 200, headers: { 'content-type': 'text/xml' }, body: bytes };
  const pieces = (...input: unknown[]): unknown => ({
    ...ok,
    body: (async function* () {
      yield* input;
    })(),
  });

  it.each<[string, string, () => unknown]>([
    ['DecodeError', 'a body of texts', () => pieces('<a/>')],
    ['DecodeError', 'a body of bytes, then a text', () => pieces(bytes.subarray(0, 300), bytes.toString().slice(300))],
    ['DecodeError', 'a list of headers', () => ({ ...ok, headers: { 'content-type': ['text/xml'] } })],
    [
      'DecodeError',
      'a whole body that is a text',
      () => ({
        ...ok,
        body: {
          bytes: async () => 'x',
          async *[Symbol.asyncIterator]() {
            yield 'x';
          },
        },
      }),
    ],
    ['ConnectionError', 'a response that was revoked', () => revoked()],
    ['ConnectionError', 'a status that cannot be read', () => throwing('status', { ...ok })],
    ['ConnectionError', 'headers that cannot be read', () => ({ ...ok, headers: throwing('content-type', {}) })],
    ['ConnectionError', 'a body that cannot be read', () => ({ ...ok, body: revoked(new Uint8Array()) })],
    ['ConnectionError', 'bytes in a proxy', () => ({ ...ok, body: new Proxy(bytes, {}) })],
    ['ConnectionError', 'a body that is no iterable', () => ({ ...ok, body: { [Symbol.asyncIterator]: () => 5 } })],
  ])('makes a %s that gives back %s', async (name, _what, give) => {
    const transport = untyped({ send: async () => [give()][0] }) as Transport;
    const stub = new SmsServiceStub({ url, transport });
    for (const call of [
      () => clientOver(transport).checkPoints(),
      () => collect(clientOver(transport).streamNumbers(1)),
      () => stub.soap_CheckPoints({ client: credentials }),
    ]) {
      expect(await errorOf(call)).toMatchObject({ name, outcome: 'unknown' });
    }
  });

  it('that throws an error which holds its request, shows nothing of the request', async () => {
    const transport: Transport = {
      send: ({ headers, body }) => {
        const text = bytesOf(body).toString('utf8');
        const failed = Object.assign(new TypeError(`cannot send ${text}`), { config: { headers, data: text } });
        return Promise.reject(Object.assign(failed, { code: 'ERR_BAD_REQUEST' }));
      },
    };
    const error = await errorOf(() => clientOver(transport).checkPoints());
    expect(error).toMatchObject({ name: 'ConnectionError', cause: { name: 'TypeError', code: 'ERR_BAD_REQUEST' } });
    const shown = inspect([error, error.cause], { depth: 20, showHidden: true }) + JSON.stringify(error);
    expect(shown).not.toContain(credentials.password);
    expect(shown).toContain('foreign-transports.test.ts');
  });
});
