import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

/** More repetitions than a regular expression can count without running out of stack. */
const MANY = 14_000_000;

const clientFor = (transport: ReturnType<typeof fakeTransport>): SmsServiceClient =>
  new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'alice', password: 'sesame' },
    transport,
    retry: false,
  });

describe('what is very long ends in a typed error', () => {
  it('a tag without an end, in a stream', async () => {
    const [before = ''] = soapResponse('soap_GetNumbers', '<result>0</result><arNumbers>@').split('@');
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(before);
      yield Buffer.from(`<item ${'x'.repeat(MANY)}`);
    }
    const client = clientFor(fakeTransport({ body: body() }));
    expect(await rejection(collect(client.streamNumbers(7)))).toMatchObject({ name: 'DecodeError' });
  });

  it('the head of a part', async () => {
    const headers = { 'content-type': 'multipart/related; boundary=b' };
    const body = Buffer.from(`--b\r\n${'a\n'.repeat(MANY / 2)}`);
    const client = clientFor(fakeTransport({ headers, body }));
    expect(await rejection(client.checkPoints())).toMatchObject({
      name: expect.stringMatching(/^(Decode|HttpStatus)Error$/),
    });
  });
});
