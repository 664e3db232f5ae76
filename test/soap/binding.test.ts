import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/errors/errors.js';
import { SoapBinding } from '../../src/soap/binding.js';
import { array } from '../../src/soap/codecs/array.js';
import { int, string } from '../../src/soap/codecs/scalars.js';
import { DEFAULT_LIMITS } from '../../src/soap/decoder/limits.js';
import { operation, service } from '../../src/soap/messages/operation.js';
import type { TransportRequest, TransportResponse } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';

interface Input {
  readonly word: string;
}
interface Output {
  readonly result?: number | null | undefined;
  readonly items: readonly (string | null)[];
}
const ask = operation<Input, Output>({
  name: 'ask',
  namespace: 'urn:t',
  soapAction: 'urn:t#ask',
  input: { word: string },
  output: { result: int, items: array('t:Items', string) },
});
const talk = service({ name: 'Talk', namespaces: { t: 'urn:t' }, operations: { ask } });
const ADDRESS = 'http://gateway.test/soap?key=k3ySecret';
const binding = new SoapBinding(talk, DEFAULT_LIMITS);
/** The request passed to the transport. */
const ASKED: TransportRequest = { method: 'POST', url: ADDRESS, operation: 'ask', idempotent: false, headers: {} };
const input: Input = { word: 'swordfish' };

const GOOD = soapResponse('ask', '<result>7</result><items><i>a</i><i>b</i></items>');
const FAULT = soapResponse('ask', '').replace(
  /<ns1:.*Response>/,
  '<SOAP-ENV:Fault><faultstring>swordfish k3ySecret t0kenSecret</faultstring></SOAP-ENV:Fault>',
);
const responseOf = (body: string, more: Partial<TransportResponse> = {}): TransportResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from(body),
  ...more,
});
async function* arriving(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}
/** The error of decoding, synchronous or not. */
const rejected = (decode: () => unknown): Promise<unknown> => rejection((async () => decode())());
/** A stream that accepts all items. */
const wanted = {
  part: 'items' as const,
  wants: () => true,
  convert: (item: unknown) => String(item),
  accept: () => undefined,
};

describe('a request', () => {
  it('is a POST of an envelope, with the headers of SOAP 1.1', () => {
    const { request } = binding.call(ask, input, undefined);
    expect(request).toMatchObject({
      method: 'POST',
      target: '',
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        accept: 'text/xml, multipart/related',
        soapaction: '"urn:t#ask"',
      },
      streams: false,
    });
    expect(Buffer.from(request.body ?? []).toString('utf8')).toContain(
      '<t:ask xmlns:t="urn:t"><word xsi:type="xsd:string">swordfish</word></t:ask>',
    );
    expect(binding.stream(ask, input).request).toMatchObject({ method: 'POST', target: '', streams: true });
  });

  it('that cannot be written is an error with the path of the wrong field', () => {
    for (const make of [
      () => binding.call(ask, { word: 7 } as never, undefined),
      () => binding.stream(ask, { word: 7 } as never),
    ]) {
      expect(make).toThrow(ValidationError);
      expect(make).toThrow(
        expect.objectContaining({
          path: 'word',
          message: expect.stringContaining('must be a string'),
          operation: 'ask',
        }),
      );
    }
  });

  it('of an invalid input is an error with the path "the input"', () => {
    expect(() => binding.call(ask, 'swordfish' as never, undefined)).toThrow(
      expect.objectContaining({
        path: 'the input',
        message: expect.stringContaining('must be an object'),
        operation: 'ask',
      }),
    );
    const { proxy, revoke } = Proxy.revocable({ word: 'x' }, {});
    revoke();
    expect(() => binding.call(ask, proxy, undefined)).toThrow(
      expect.objectContaining({
        path: 'the input',
        message: expect.stringContaining('cannot be read'),
        operation: 'ask',
      }),
    );
  });
});

describe('the response to a call', () => {
  it('is its output, with the status and the number of bytes', async () => {
    const call = binding.call(ask, input, undefined);
    expect(await call.decode(responseOf(GOOD, { status: 202 }), ASKED)).toEqual({
      value: { result: 7, items: ['a', 'b'] },
      status: 202,
      bytes: GOOD.length,
    });
  });

  it('may arrive in pieces, and may be long', async () => {
    const call = binding.call(ask, input, undefined);
    const pieces = [GOOD.slice(0, 300), GOOD.slice(300)];
    expect(await call.decode(responseOf('', { body: arriving(...pieces) }), ASKED)).toMatchObject({
      value: { result: 7 },
    });
    const long = soapResponse('ask', `<result>7</result><items>${'<i>a</i>'.repeat(100_000)}</items>`);
    const { value, bytes } = await call.decode(responseOf(long), ASKED);
    expect([value.result, value.items.length, bytes]).toEqual([7, 100_000, long.length]);
  });

  it('shows no secret of the request, the address or the headers of the transport', async () => {
    const call = binding.call(ask, input, undefined);
    const plain = await rejected(() => call.decode(responseOf(FAULT), ASKED));
    expect(plain).toMatchObject({ name: 'SoapFaultError' });
    expect(inspect(plain)).not.toMatch(/swordfish|k3ySecret/);
    const sent = { url: 'http://gateway.test/', headers: { authorization: 'Bearer t0kenSecret' } };
    const other = binding.call(ask, input, undefined);
    expect(inspect(await rejected(() => other.decode(responseOf(FAULT, { sent }), ASKED)))).not.toMatch(
      /swordfish|t0kenSecret/,
    );
  });
});

describe('the response to a call for items', () => {
  it('is its items as they arrive', async () => {
    const call = binding.stream(ask, input);
    const [first = '', second = ''] = GOOD.split('<i>b');
    const { value, status, ...rest } = await call.decodeItems(
      responseOf('', { body: arriving(first, `<i>b${second}`) }),
      ASKED,
      wanted,
    );
    expect(status).toBe(200);
    const batches: (readonly string[])[] = [];
    for await (const batch of value) batches.push(batch);
    expect(batches.flat()).toEqual(['a', 'b']);
    expect(batches[0]).toEqual(['a']);
    expect(await rest.over).toBeUndefined();
  });
  it.each([199, 300, 404, 500])('is an error at once with the status %d', async (status) => {
    const call = binding.stream(ask, input);
    const error = await rejected(() =>
      call.decodeItems(responseOf('', { status, body: arriving(GOOD) }), ASKED, wanted),
    );
    expect(error).toMatchObject({ name: 'HttpStatusError', status, operation: 'ask' });
  });
});

describe('what was sent with a call', () => {
  it('is known by the address and the headers that the transport used', async () => {
    const call = binding.call(ask, input, undefined);
    const sent = { url: 'http://al:pw0rd@other.test/', headers: { 'x-key': 'abc123' } };
    await call.decode(responseOf(GOOD, { sent }), ASKED);
    const secrets = [...call.secrets()].filter((text) => text !== '');
    expect(secrets).toEqual(expect.arrayContaining(['al', 'pw0rd', 'abc123', 'swordfish']));
    expect(secrets).not.toContain('k3ySecret');
  });
});
