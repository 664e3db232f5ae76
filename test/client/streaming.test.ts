import { describe, expect, it } from 'vitest';
import type { TransportResponse } from '../../src/calls/index.js';
import { type Contact, type DecodeLimits, SmsServiceClient } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

const OK = '<result>0</result><description>OK</description>';
const record = (index: number): string =>
  `<item xsi:type="ns1:Number"><number xsi:type="xsd:string">48500${100_000 + index}</number>` +
  `<name xsi:type="xsd:string">Zażółć 😀 &amp; ${index}</name><id_group xsi:type="xsd:int">7</id_group></item>`;
const expected = (index: number): Contact => ({
  number: `48500${100_000 + index}`,
  name: `Zażółć 😀 & ${index}`,
  groupId: 7,
});
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const numbers = (count: number): string =>
  `<arNumbers SOAP-ENC:arrayType="ns1:Number[${count}]">${range(count).map(record).join('')}</arNumbers>`;
const responseOf = (parts: string): string => soapResponse('soap_GetNumbers', parts);

/** The state of a body that arrives in pieces. */
interface Delivery {
  pulled: number;
  closed: boolean;
}

function clientFor(
  pieces: Iterable<Uint8Array>,
  options: { limits?: Partial<DecodeLimits>; response?: Partial<TransportResponse>; end?: () => never } = {},
): { client: SmsServiceClient; delivery: Delivery } {
  const delivery: Delivery = { pulled: 0, closed: false };
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of pieces) {
        delivery.pulled += 1;
        yield piece;
      }
      options.end?.();
    } finally {
      delivery.closed = true;
    }
  }
  const client = new SmsServiceClient({
    url: 'http://gateway.test/soap',
    credentials: { username: 'alice', password: 'sesame' },
    transport: fakeTransport({ body: body(), ...options.response }),
    retry: { baseDelayMs: 1, maxTotalMs: 100 },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  return { client, delivery };
}

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const split = (complete: Buffer, ...cuts: number[]): Buffer[] =>
  [0, ...cuts].map((cut, index) => complete.subarray(cut, cuts[index] ?? complete.length));
const streamed = (pieces: Iterable<Uint8Array>, limits: Partial<DecodeLimits> = {}): Promise<Contact[]> =>
  collect(clientFor(pieces, { limits }).client.streamNumbers(7));

/** The records of a stream, and the error that ends it. */
async function until(client: SmsServiceClient): Promise<{ records: Contact[]; error: unknown }> {
  const records: Contact[] = [];
  try {
    for await (const one of client.streamNumbers(7)) records.push(one);
  } catch (error) {
    return { records, error };
  }
  return { records, error: undefined };
}

describe('a stream gives the same records', () => {
  const spaced = numbers(2).replaceAll('><', '>\n <');
  const comments = numbers(2).replaceAll('</item>', '</item><!-- a > b --><?pi > ?>').replace('OK', '<![CDATA[O]]>K');
  it.each([
    ['plain', responseOf(OK + numbers(3))],
    ['with white space', `<?xml version="1.0"?>\n${responseOf(OK + spaced).replace(/<\?xml.*\?>/, '')}\n`],
    ['with comments, instructions and CDATA', responseOf(OK + comments)],
    ['with parts after the records', responseOf(numbers(3) + OK)],
  ])('for each cut: %s', async (_name, text) => {
    const complete = bytes(text);
    const all = await streamed([complete]);
    expect(all.length).toBeGreaterThan(1);
    expect(all.slice(0, 2)).toEqual([expected(0), expected(1)]);
    for (let cut = 0; cut <= complete.length; cut++) {
      expect(await streamed(split(complete, cut)), `cut at ${cut}`).toEqual(all);
    }
  });
});

describe('a stream keeps pace', () => {
  const pieces = range(50).map((index) => bytes(record(index)));
  const [before = '', after = ''] = responseOf(`${OK}<arNumbers>@</arNumbers>`).split('@');
  const all = [bytes(before), ...pieces, bytes(after)];

  it('gives each record before the next piece is asked for', async () => {
    const { client, delivery } = clientFor(all);
    let seen = 0;
    for await (const one of client.streamNumbers(7)) {
      expect(one).toEqual(expected(seen));
      seen += 1;
      expect(delivery.pulled).toBe(seen + 1);
    }
    expect(seen).toBe(50);
    expect(delivery.closed).toBe(true);
  });
});

describe('a stream that ends badly', () => {
  const three = OK + numbers(3);

  it.each([
    ['in a record', bytes(responseOf(three)).subarray(0, bytes(responseOf(three)).indexOf('48500100002'))],
    ['after a record', bytes(responseOf(three)).subarray(0, bytes(responseOf(three)).indexOf(record(2)))],
  ])('throws after the records that were whole: cut %s', async (_name, cut) => {
    const { records, error } = await until(clientFor(split(cut, 100, 500)).client);
    expect(records).toEqual([expected(0), expected(1)]);
    expect(error).toMatchObject({ name: 'DecodeError', outcome: 'unknown', operation: 'soap_GetNumbers' });
  });

  it('gives no records of a refusal, and throws it with its description', async () => {
    const refused = responseOf(`<result>40</result>${numbers(2)}<description>No group</description>`);
    const { records, error } = await until(clientFor([bytes(refused)]).client);
    expect(records).toEqual([]);
    expect(error).toMatchObject({ name: 'NotFoundError', result: 40, description: 'No group' });
  });

  it.each([
    ['a refusal behind the records', responseOf(`${numbers(2)}<result>999</result>`), 'GatewayInternalError'],
    ['no result at all', responseOf(numbers(2)), 'DecodeError'],
    [
      'a Fault behind the records',
      responseOf(OK + numbers(2)).replace(
        '</SOAP-ENV:Body>',
        '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>late</faultstring></SOAP-ENV:Fault></SOAP-ENV:Body>',
      ),
      'SoapFaultError',
    ],
  ])('throws after the records: %s', async (_name, text, name) => {
    const { records, error } = await until(clientFor(split(bytes(text), 300, 700)).client);
    expect(records).toEqual([expected(0), expected(1)]);
    expect(error).toMatchObject({ name });
  });

  it.each([
    ['a page', { status: 502, body: bytes('<html>Bad Gateway</html>') }, 'HttpStatusError'],
    ['nothing', { body: bytes('') }, 'HttpStatusError'],
    ['a DOCTYPE', { body: bytes('<!DOCTYPE a><a/>') }, 'DecodeError'],
    ["another operation's response", { body: bytes(soapResponse('soap_GetGroups', OK)) }, 'DecodeError'],
  ])('throws when the response is %s', async (_name, response, name) => {
    const { client } = clientFor([], { response });
    expect(await rejection(collect(client.streamNumbers(7)))).toMatchObject({ name });
  });
});

describe('a stream of a response with references', () => {
  const wrapper = (items: string): string =>
    `<ns1:soap_GetNumbersResponse>${OK}<arNumbers>${items}</arNumbers></ns1:soap_GetNumbersResponse>`;
  const multiRef = (count: number): Buffer => {
    const items = range(count).map((index) => `<item href="#id${index}"/>`);
    const targets = range(count).map((index) =>
      record(index).replace(/item/g, 'm').replace('<m ', `<m id="id${index}" `),
    );
    return bytes(
      soapResponse('X', '@').replace(/<ns1:XResponse>@<\/ns1:XResponse>/, wrapper(items.join('')) + targets.join('')),
    );
  };

  it('that the gateway refuses gives none of its records', async () => {
    const refused = multiRef(2).toString('utf8').replace('<result>0<', '<result>40<');
    const { records, error } = await until(clientFor([bytes(refused)]).client);
    expect(records).toEqual([]);
    expect(error).toMatchObject({ name: 'NotFoundError' });
  });

  it('to later elements gives each record once, also after earlier records were returned', async () => {
    const items = `${record(0)}<item href="#x"/>${record(2)}`;
    const target = `<x id="x">${record(1).slice(record(1).indexOf('>') + 1, -'</item>'.length)}</x>`;
    const pieces = split(bytes(responseOf(`${OK}<arNumbers>${items}</arNumbers>${target}`)), 700, 900);
    expect(await streamed(pieces)).toEqual(range(3).map(expected));
  });
});
