import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { cassette, responseXml } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const ASKED =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:soap_CheckPoints xmlns:q="urn:sms-service">' +
  '<client><username>demo</username><password>demo-password</password></client></q:soap_CheckPoints></e:Body></e:Envelope>';

/** The recording of a response that contains a text. */
async function keptOf(said: string, url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const isSoap = url.includes('/soap');
  const body = isSoap
    ? responseXml('soap_CheckPoints', { result: 0, points: 7, description: said })
    : JSON.stringify({ username: 'anna', name: said, points: 7 });
  const type = isSoap ? 'text/xml; charset=utf-8' : 'application/json';
  const transport = { send: async () => ({ status: 200, headers: { 'content-type': type }, body: Buffer.from(body) }) };
  const tape = cassette(file, { mode: 'record', transport }, {});
  const asked = isSoap
    ? { method: 'POST' as const, body: Buffer.from(ASKED) }
    : { method: 'GET' as const, body: undefined };
  await tape.send({ url, operation: 'any', idempotent: true, headers, ...asked });
  await tape.close();
  return readFileSync(file, 'utf8');
}

const SOAP = 'http://gateway.test/soap';
const HTTP = 'http://gateway.test/profile';
const VALUE = 'v8-Kq2z.Lm5x';
const hex = (text: string): string => Buffer.from(text).toString('hex');

describe('an echoed value of a request header or query is not recorded', () => {
  it.each([
    ['a key in a header', SOAP, { 'x-api-key': VALUE }],
    ['a short value of a header with a secret name', SOAP, { 'x-auth': VALUE.slice(0, 5) }],
    ['a cookie', SOAP, { cookie: `lang=pl; PHPSESSID=${VALUE}; a=b` }],
    ['a bearer token', SOAP, { authorization: `Bearer ${VALUE}` }],
    [
      'a password of the proxy',
      SOAP,
      { 'proxy-authorization': `Basic ${Buffer.from(`demo:${VALUE}`).toString('base64')}` },
    ],
    ['the query', `${SOAP}?access=${encodeURIComponent(VALUE)}`, {}],
    ['an unknown field', `${HTTP}?access_token=another-token&api_secret=${VALUE}`, {}],
  ])('%s', async (_what, url, headers) => {
    const value = JSON.stringify([url, headers]).includes(VALUE) || 'cookie' in headers ? VALUE : VALUE.slice(0, 5);
    const sought = _what.includes('proxy') ? VALUE : value;
    for (const echo of [`for ${sought} only`, sought.toUpperCase(), hex(sought)]) {
      const text = await keptOf(echo, url, headers);
      expect(text).not.toContain(echo.replace(/^for | only$/g, ''));
      expect(text).toContain('[redacted]');
    }
  });

  it.each([
    ['common headers', SOAP, { accept: 'text/xml', 'user-agent': 'shop-client/1.0', 'accept-language': 'pl-PL,pl' }],
    ['short words', SOAP, { 'x-shop': 'words', cookie: 'a=b' }],
    ['fields of the interface', `${HTTP}?access_token=another-token&format=json`, {}],
  ])('but is kept: %s', async (_what, url, headers) => {
    const said = 'ordinary-words: text/xml shop-client/1.0 pl-PL,pl format json words';
    expect(await keptOf(said, url, headers)).toContain(said);
  });
});
