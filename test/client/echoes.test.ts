import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { escapeText } from '../../src/xml/escape.js';
import { collect, rejection } from '../support/collect.js';
import { ENCODERS, shownOf } from '../support/echoes.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { everythingShown } from '../support/shown.js';

const PASSWORD = 'Zażółć/gęślą"Jaźń\'42';
const MESSAGE = 'Twój kod to 7391 & "hasło"';
const credentials = { username: 'alice', password: PASSWORD };
const url = 'http://gateway.test/soap';

const fault = (inside: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault>${inside}</e:Fault></e:Body></e:Envelope>`;
const page = (text: string): Transport =>
  fakeTransport({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from(`<html><p>${text}</p>`) });

/** Where outside text gets into an error. */
const SPOTS: readonly [string, (echo: string) => Transport][] = [
  ['a description', (echo) => fakeTransport(soapResponse('soap_SendSms', response(escapeText(echo))))],
  [
    'a Fault string',
    (echo) => fakeTransport(fault(`<faultcode>a</faultcode><faultstring>${escapeText(echo)}</faultstring>`)),
  ],
  ['a Fault code', (echo) => fakeTransport(fault(`<faultcode>${escapeText(echo)}</faultcode>`))],
  ['a Fault actor', (echo) => fakeTransport(fault(`<faultactor>${escapeText(echo)}</faultactor>`))],
  [
    'a Fault detail',
    (echo) => fakeTransport(fault(`<detail><a>${escapeText(echo)}</a><a><b>${escapeText(echo)}</b></a></detail>`)),
  ],
  ['an HTML page', page],
  ['broken XML with an error status', (echo) => fakeTransport({ status: 500, body: Buffer.from(`<a>${echo}`) })],
];

function response(description: string): string {
  return `<response><result>101</result><description>${description}</description></response>`;
}

async function errorOver(transport: Transport): Promise<unknown> {
  const client = new SmsServiceClient({ url, credentials, transport, retry: false });
  return rejection(client.sendSms({ to: '48500100200', message: MESSAGE }));
}

describe('no error shows an echoed secret in another encoding', () => {
  const chains = fc.array(fc.constantFrom(...ENCODERS), { minLength: 1, maxLength: 2 });
  it.each(SPOTS)('in %s', async (_name, over) => {
    await fc.assert(
      fc.asyncProperty(chains, fc.constantFrom(PASSWORD, MESSAGE), async (chain, secret) => {
        const echo = chain.reduce<string>((text, { encode }) => encode(text), secret);
        const error = await errorOver(over(`near |${echo}| at line 1`));
        expect(shownOf(secret, everythingShown(error), chain)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['the MD5 digest of the password', (digest: string) => digest],
    ['the same in capitals', (digest: string) => digest.toUpperCase()],
  ])('%s', async (_name, spell) => {
    const digest = spell(createHash('md5').update(PASSWORD, 'utf8').digest('hex'));
    for (const [, over] of SPOTS) {
      expect(everythingShown(await errorOver(over(`hash |${digest}| is wrong`)))).not.toContain(digest.slice(4, 11));
    }
  });
});

describe('what comes from a document and is no text of it', () => {
  const secretName = PASSWORD.replace(/\W/gu, '');

  it('the name of a root element is masked', async () => {
    const error = await errorOver(fakeTransport(`<Envelo${secretName}pe xmlns="x"/>`));
    expect(error).toMatchObject({ message: expect.stringContaining('a document <Envelo[redacted]pe>') });
    expect(everythingShown(error)).not.toContain(secretName);
  });

  it('the names of elements in the detail of a Fault are masked, and none is lost', async () => {
    const detail = `<${secretName}>1</${secretName}><a${secretName}>2</a${secretName}><x><${secretName}1>3</${secretName}1></x>`;
    const error = await errorOver(fakeTransport(fault(`<detail>${detail}<${secretName}1>4</${secretName}1></detail>`)));
    expect(error).toMatchObject({
      detail: { '[redacted]': '1', 'a[redacted]': '2', x: { '[redacted]1': '3' }, '[redacted]1': '4' },
    });
  });

  it.each([
    ['a header', { headers: { 'content-type': `text/xml; charset=${secretName}` }, body: Buffer.from('<a/>') }],
    ['the document', { headers: {}, body: Buffer.from('<?xml version="1.0" encoding="x-sesame-0001"?><a/>') }],
  ])('the name of a charset in %s is masked', async (_name, input) => {
    const client = new SmsServiceClient({
      url,
      credentials: { username: secretName, password: 'sesame-0001' },
      transport: fakeTransport(input),
      retry: false,
    });
    for (const error of [await rejection(client.checkPoints()), await rejection(collect(client.streamNumbers(1)))]) {
      expect(error).toMatchObject({
        name: 'DecodeError',
        message: expect.stringContaining('the charset is not supported: "'),
      });
      expect(everythingShown(error)).not.toMatch(/sesame-0001|Jaźń|Jaz/);
    }
  });
});

describe('words of ordinary errors', () => {
  it.each(['No such group', 'Access denied for this address', 'SQLSTATE[HY000]: General error', 'Błąd bazy 42'])(
    '"%s" stays readable',
    async (text) => {
      for (const [name, over] of SPOTS.slice(0, 2)) {
        const error = await errorOver(over(text));
        expect(everythingShown(error), name).toContain(text);
      }
    },
  );
});
