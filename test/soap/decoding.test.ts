import { expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { DecodeLimits } from '../../src/soap/decoder/limits.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

// What the wire asks of the decoder stands in test/wire; here is what the decoder adds of its own.

const client = { username: 'alice', password: 'sesame' };
const url = 'http://gateway.test/soap';

function stubFor(response: string, limits: Partial<DecodeLimits> = {}): SmsServiceStub {
  return new SmsServiceStub({ transport: fakeTransport(response), url, limits });
}

const senders = async (part: string, limits?: Partial<DecodeLimits>): Promise<unknown> =>
  (await stubFor(soapResponse('soap_GetSenders', part), limits).soap_GetSenders({ client })).arSenders;
const points = async (response: string): Promise<unknown> =>
  (await stubFor(response).soap_CheckPoints({ client })).points;

it('a chain of references that is deeper than maxDepth is refused', async () => {
  const chain = Array.from({ length: 60 }, (_, index) => `<m id="r${index}" href="#r${index + 1}"/>`).join('');
  const part = `<arSenders href="#r0"/><x>${chain}<m id="r60"><i>a</i></m></x>`;
  expect(await senders(part)).toEqual(['a']);
  expect(await rejection(senders(part, { maxDepth: 50 }))).toMatchObject({
    message: expect.stringContaining('50 nested references'),
  });
});

it('an array is refused when a position stands twice', async () => {
  const twice = '<arSenders><i>a</i><i SOAP-ENC:position="[0]">b</i></arSenders>';
  expect(await rejection(senders(twice))).toMatchObject({ message: expect.stringContaining('duplicate') });
});

it('an array has maxArrayItems items at most', async () => {
  const items = (count: number): string => `<arSenders>${'<i>a</i>'.repeat(count)}</arSenders>`;
  expect(await senders(items(20), { maxArrayItems: 20 })).toHaveLength(20);
  expect(await rejection(senders(items(21), { maxArrayItems: 20 }))).toMatchObject({
    path: 'arSenders',
    message: expect.stringContaining('20 items'),
  });
});

it('a struct is refused when a field stands twice', async () => {
  const part = '<arGroups><item><id>1</id><id>2</id></item></arGroups>';
  const stub = stubFor(soapResponse('soap_GetGroups', part));
  expect(await rejection(stub.soap_GetGroups({ client }))).toMatchObject({ path: 'arGroups[0].id' });
});

it.each([
  ['broken base64', '<description xsi:type="xsd:base64Binary">T0s</description>'],
  ['base64 of no text', '<description xsi:type="xsd:base64Binary">/w==</description>'],
  ['an element inside', '<description>a<b/></description>'],
])('text is refused: %s', async (_name, element) => {
  expect(await rejection(points(soapResponse('soap_CheckPoints', element)))).toMatchObject({
    name: 'DecodeError',
    path: 'description',
  });
});

const ANSWER = soapResponse('soap_CheckPoints', '<points>1</points>');

it.each([
  ['a nil response', ANSWER.replace('Response>', 'Response xsi:nil="true">')],
  [
    'a header that must be understood',
    ANSWER.replace(
      '<SOAP-ENV:Body>',
      '<SOAP-ENV:Header><t SOAP-ENV:mustUnderstand="1"/></SOAP-ENV:Header><SOAP-ENV:Body>',
    ),
  ],
])('%s is refused', async (_name, response) => {
  expect(await points(ANSWER)).toBe(1);
  expect(await rejection(points(response))).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
});
