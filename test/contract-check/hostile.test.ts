import { describe, expect, it } from 'vitest';
import { type ContractReport, checkContract } from '../../src/contract-check/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { Transport, TransportResponse } from '../../src/transport/transport.js';

const TOKEN = 't0ken-4711';
const PASSWORD = 'demo-password';
const NUMBER = '48500100200';

/** Replaces each response of the embedded gateway. */
type Change = (response: TransportResponse & { readonly body: Uint8Array }, count: number) => TransportResponse;

function hostile(change: Change): Transport {
  const inner = createSandbox({
    accounts: [
      {
        username: 'demo',
        password: PASSWORD,
        tokens: [TOKEN],
        groups: [{ name: 'Friends', numbers: [{ number: NUMBER, name: 'Ann' }] }],
        users: [{ username: 'demo_a', password: 'sub-user-password' }],
      },
    ],
  }).transport();
  let count = 0;
  return {
    // The pauses between attempts do not change the report.
    needsNoWait: () => true,
    send: async (request) => {
      const response = await inner.send(request);
      const { body } = response;
      if (!(body instanceof Uint8Array)) {
        const pieces: Uint8Array[] = [];
        for await (const piece of body) pieces.push(piece);
        return change({ ...response, body: Buffer.concat(pieces) }, count++);
      }
      return change({ ...response, body }, count++);
    },
  };
}

/** Runs every kind of check against a gateway with such responses. */
async function checked(change: Change): Promise<ContractReport> {
  const report = await checkContract({
    url: 'http://gateway.test/soap',
    credentials: { username: 'demo', password: PASSWORD },
    httpUrl: 'http://gateway.test/',
    token: TOKEN,
    variant: 'earlier',
    testTo: '500100201',
    transport: hostile(change),
    timeoutMs: 2000,
  });
  const text = JSON.stringify(report);
  for (const secret of [TOKEN, PASSWORD, NUMBER, '500100200', '500100201', 'sub-user-password']) {
    expect(text).not.toContain(secret);
  }
  expect(report.findings.length).toBeLessThanOrEqual(2002);
  for (const { place, what } of report.findings) expect(Math.max(place.length, what.length)).toBeLessThan(500);
  for (const { place, why } of report.skipped) expect(Math.max(place.length, why.length)).toBeLessThan(500);
  expect(report.isBreaking).toBe(report.findings.some(({ kind }) => kind === 'breaking'));
  return report;
}

const bytes = (text: string): Buffer => Buffer.from(text);
const always =
  (status: number, type: string, text: string): Change =>
  () => ({
    status,
    headers: { 'content-type': type },
    body: bytes(text),
  });

describe('a hostile gateway', () => {
  it.each<[string, Change]>([
    ['lists without end in one another', always(200, 'application/json', '['.repeat(200_000))],
    ['objects in one another', always(200, 'application/json', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))],
    ['names of the prototype', always(200, 'application/json', '{"__proto__":{"a":1},"constructor":1,"toString":2}')],
    ['a list of them', always(200, 'application/json', '[{"__proto__":null,"constructor":{"prototype":1}}]')],
    [
      'names without number',
      always(200, 'application/json', `{${Array.from({ length: 50_000 }, (_, n) => `"f${n}":1`).join()}}`),
    ],
    ['a name without end', always(200, 'application/json', `{"${'x'.repeat(5_000_000)}":1}`)],
    [
      'secrets for names',
      always(
        200,
        'application/json',
        JSON.stringify({ [TOKEN]: 1, [PASSWORD]: 1, [`n${NUMBER}`]: 1, '+48 500 100 200': 1 }),
      ),
    ],
    [
      'secrets for values',
      always(200, 'application/json', JSON.stringify({ error: TOKEN, message: `${PASSWORD} ${NUMBER}` })),
    ],
    [
      'secrets for codes',
      always(200, 'application/json', JSON.stringify({ error: NUMBER, message: 'x', errorCode: TOKEN })),
    ],
    ['a text', always(200, 'text/plain', `ERROR:${TOKEN} ${NUMBER}`)],
    ['nothing', always(200, 'text/xml', '')],
    ['no content', always(204, '', '')],
    ['null', always(200, 'application/json', 'null')],
    ['a number', always(200, 'application/json', '1e999')],
    ['elements in one another', always(200, 'text/xml', '<a>'.repeat(100_000))],
    [
      'entities',
      always(200, 'text/xml', '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;">]><a>&c;</a>'),
    ],
    ['another charset', always(200, 'text/xml; charset=utf-16', '<a/>')],
    ['an unknown charset', always(200, 'application/json; charset=klingon', '{}')],
    [
      'a WSDL that contains itself',
      always(
        200,
        'text/xml',
        `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"><types><schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><complexType name="A"><all><element name="a" type="t:A"/></all></complexType></schema></types></definitions>`,
      ),
    ],
    [
      'bytes',
      () => ({ status: 200, headers: { 'content-type': 'text/xml' }, body: new Uint8Array(100_000).fill(255) }),
    ],
    ['no response', () => undefined as never],
    ['a response of nothing', () => ({}) as never],
    ['heads that are none', () => ({ status: 200, headers: null, body: bytes('{}') }) as never],
    ['a body that is a text', () => ({ status: 200, headers: {}, body: '{}' }) as never],
    ['a status that is none', () => ({ status: 'x', headers: {}, body: bytes('{}') }) as never],
    [
      'a body that throws a secret',
      () => ({
        status: 200,
        headers: {},
        body: (async function* () {
          yield bytes('{');
          throw new Error(`${TOKEN} ${NUMBER}`);
        })(),
      }),
    ],
  ])(
    'is reported without secrets if it responds with %s',
    async (_what, change) => {
      const { checked: compared, skipped } = await checked(change);
      // Each operation and document is in exactly one of the two lists.
      expect(compared.length + skipped.length).toBeGreaterThanOrEqual(29);
    },
    60_000,
  );
});
