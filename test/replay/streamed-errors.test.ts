import { afterEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import type { Transport } from '../../src/transport/transport.js';
import { cassetteFile } from './cassette-folder.js';

const fileOf = cassetteFile();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const HEAD =
  '<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body><n:soap_GetNumbersResponse xmlns:n="urn:sms-service">';
const END = '</n:soap_GetNumbersResponse></E:Body></E:Envelope>';
const item = (name: string): string =>
  `<item><number>48500100200</number><name>${name}</name><id_group>1</id_group></item>`;
const REFUSED = `${HEAD}<arNumbers>${item('A').repeat(2)}</arNumbers><result>201</result><description>no</description>${END}`;
const MULTIPART = `--b\r\nContent-Type: text/xml\r\n\r\n${REFUSED}\r\n--b--\r\n`;
/** Fifty records, one whose name has a byte that is not UTF-8, and one more. */
const INVALID = Buffer.from(
  `${HEAD}<result>0</result><arNumbers>${item('A').repeat(50)}${item('\u00ff')}${item('B')}</arNumbers>${END}`,
  'latin1',
);

const responding = (type: string, body: Uint8Array, size: number = body.length): Transport => ({
  send: async () => ({
    status: 200,
    headers: { 'content-type': type },
    body: (async function* () {
      for (let from = 0; from < body.length; from += size) yield body.subarray(from, from + size);
    })(),
  }),
});

function clientOf(transport: Transport, url: string = 'http://gateway.test/'): SmsServiceClient {
  const credentials = { username: 'alice', password: 'correct horse' };
  return new SmsServiceClient({ url, credentials, transport, retry: false });
}

/** Returns the number of records of a stream, and the name of its error. */
async function streamed(client: SmsServiceClient): Promise<string> {
  let count = 0;
  try {
    for await (const _record of client.streamNumbers(1)) count += 1;
  } catch (error) {
    return `${count} records, then ${(error as Error).name}`;
  }
  return `${count} records`;
}

describe('a stream that ends with an error has the same records live, while recording and replayed', () => {
  it.each([
    ['a multipart error response', 'multipart/related; boundary=b', Buffer.from(MULTIPART), 0],
    ['bytes that are not UTF-8, in pieces', 'text/xml; charset=utf-8', INVALID, 1000],
    ['bytes that are not UTF-8, one by one', 'text/xml; charset=utf-8', INVALID, 1],
    ['bytes that are not US-ASCII', 'text/xml; charset=us-ascii', INVALID, 0],
  ])('%s', async (what, type, body, size) => {
    const transport = responding(type, body, size === 0 ? body.length : size);
    const wanted = what.includes('multipart') ? '2 records, then GatewayInternalError' : '50 records, then DecodeError';
    const file = fileOf();
    const recorder = cassette(file, { mode: 'record', transport });
    expect(await streamed(clientOf(transport))).toBe(wanted);
    expect(await streamed(clientOf(recorder))).toBe(wanted);
    await recorder.close();
    expect(await streamed(clientOf(cassette(file, { mode: 'replay' })))).toBe(wanted);
  });
});
