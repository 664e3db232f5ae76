import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { isSmsServiceError } from '../../src/errors/errors.js';
import { soapResponse } from '../support/fake-transport.js';

const RECORD = '<item><number>48500100200</number><name>Jan</name><id_group>7</id_group></item>';
const UNUSABLE = '<item><name>Jan</name></item>';
const BROKEN = '<item><number>48500100200</number><id_group>seven</id_group></item>';

interface Response {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const numbers = (...parts: readonly string[]): string => soapResponse('soap_GetNumbers', parts.join(''));
const list = (...records: readonly string[]): string => `<arNumbers>${records.join('')}</arNumbers>`;
const OK = '<result>0</result>';
const TOO_MANY = '<result>203</result>';

function clientFor({ status = 200, headers = {}, body }: Response): SmsServiceClient {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
  }
  return new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'alice', password: 'sesame' },
    transport: { send: async () => ({ status, headers, body: pieces() }) },
    retry: false,
    adaptiveLimit: false,
  });
}

/** What programs go by; of names only the error's. */
function factsOf(error: unknown): object {
  if (!isSmsServiceError(error)) throw error;
  const { name, outcome } = error;
  const { path, retryAfterMs } = error as { readonly path?: string; readonly retryAfterMs?: number };
  return {
    name,
    outcome,
    ...(path === undefined ? {} : { path }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

async function complete(response: Response): Promise<readonly [names: readonly string[], error: unknown]> {
  try {
    return [(await clientFor(response).getNumbers(7)).map(({ name }) => name), undefined];
  } catch (error) {
    return [[], factsOf(error)];
  }
}

async function streamed(response: Response): Promise<readonly [names: readonly string[], error: unknown]> {
  const names: string[] = [];
  try {
    for await (const { name } of clientFor(response).streamNumbers(7)) names.push(name);
    return [names, undefined];
  } catch (error) {
    return [names, factsOf(error)];
  }
}

const multipart = (envelope: string): Response => ({
  headers: { 'content-type': 'multipart/related; boundary=edge' },
  body: `--edge\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${envelope}\r\n--edge--\r\n`,
});

const coded = (before: string, name: string, byte: number): Response => ({
  body: Buffer.from(
    `${before}<?xml version="1.0" encoding="${name}"?>${numbers(OK, list(RECORD)).replace(/<\?xml.*?\?>\s*/, '')}`.replace(
      'Jan',
      String.fromCharCode(byte),
    ),
    'latin1',
  ),
});

describe('a response is the same error, read whole and as a stream', () => {
  it.each<[string, Response, object]>([
    [
      'of a list that is refused, with a broken record',
      { body: numbers(TOO_MANY, list(RECORD, BROKEN)) },
      { name: 'DecodeError', outcome: 'unknown', path: 'arNumbers[1].id_group' },
    ],
    [
      'of a record that cannot be used, and a refusal behind it',
      { body: numbers(list(UNUSABLE, RECORD), TOO_MANY) },
      { name: 'RateLimitError', outcome: 'rejected' },
    ],
    [
      'of a record that cannot be used, and a Fault behind it',
      {
        body: numbers(OK, list(UNUSABLE)).replace(
          '</SOAP-ENV:Body>',
          '<SOAP-ENV:Fault><faultcode>a</faultcode></SOAP-ENV:Fault></SOAP-ENV:Body>',
        ),
      },
      { name: 'SoapFaultError', outcome: 'rejected' },
    ],
    [
      'of two records that cannot be used',
      { body: numbers(OK, list(UNUSABLE, UNUSABLE)) },
      { name: 'DecodeError', outcome: 'unknown', path: 'arNumbers[0].number' },
    ],
    [
      'that asks to wait',
      { headers: { 'retry-after': '7' }, body: numbers(TOO_MANY, list()) },
      { name: 'RateLimitError', outcome: 'rejected', retryAfterMs: 7000 },
    ],
    [
      'in several parts, of a record that cannot be used',
      multipart(numbers(OK, list(UNUSABLE))),
      { name: 'DecodeError', outcome: 'unknown', path: 'arNumbers[0].number' },
    ],
    [
      'in several parts without an envelope',
      multipart('<html></html>'),
      { name: 'HttpStatusError', outcome: 'unknown' },
    ],
    [
      'with a byte that UTF-8 does not know',
      coded('', 'UTF-8', 0xff),
      { name: 'DecodeError', outcome: 'unknown', path: '' },
    ],
    [
      'that declares a charset without a name',
      { body: `<?xml version="1.0" encoding=""?>${numbers(OK, list(RECORD)).replace(/<\?xml.*?\?>\s*/, '')}` },
      { name: 'DecodeError', outcome: 'unknown', path: '' },
    ],
    [
      'that is empty, in a charset that is not known',
      { headers: { 'content-type': 'text/xml; charset=x-unknown' }, body: '' },
      { name: 'HttpStatusError', outcome: 'unknown' },
    ],
    [
      'with a comment before the XML declaration, which is none there',
      { body: `<!-- x -->${numbers(OK, list(RECORD))}` },
      { name: 'DecodeError', outcome: 'unknown', path: '' },
    ],
  ])('%s', async (_what, response, facts) => {
    expect((await complete(response))[1]).toEqual(facts);
    expect((await streamed(response))[1]).toEqual(facts);
  });
});

describe('a response is the same list, read whole and as a stream', () => {
  it.each<[string, Response, string]>([
    ['with a letter of ISO-8859-2', coded('', 'ISO-8859-2', 0xb3), 'ł'],
    // Node.js itself reads it in two ways, as a whole and in pieces.
    ['with the euro of windows-1252', coded('', 'windows-1252', 0x80), '€'],
    // Blank lines before the declaration are not part of the document.
    ['with blank lines before the XML declaration', coded('\r\n \n', 'ISO-8859-2', 0xb3), 'ł'],
    ['in several parts', multipart(numbers(OK, list(RECORD))), 'Jan'],
  ])('%s', async (_what, response, name) => {
    expect(await complete(response)).toEqual([[name], undefined]);
    expect(await streamed(response)).toEqual([[name], undefined]);
  });

  it('up to the first record that cannot be used', async () => {
    const response = { body: numbers(OK, list(RECORD, RECORD, UNUSABLE, RECORD)) };
    expect(await streamed(response)).toEqual([
      ['Jan', 'Jan'],
      { name: 'DecodeError', outcome: 'unknown', path: 'arNumbers[2].number' },
    ]);
  });
});
