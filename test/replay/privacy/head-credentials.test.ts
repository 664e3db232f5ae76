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

/** What a cassette keeps of a response that says something. */
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

describe('what a request says of its sender beside the contract is not kept where it is echoed', () => {
  it.each([
    ['a key in a header', SOAP, { 'x-api-key': VALUE }],
    ['any header that no standard knows', SOAP, { 'x-shop': VALUE }],
    ['a short value of a header that is secret by its name', SOAP, { 'x-auth': VALUE.slice(0, 5) }],
    ['a cookie', SOAP, { cookie: `lang=pl; PHPSESSID=${VALUE}; a=b` }],
    ['a bearer token', SOAP, { authorization: `Bearer ${VALUE}` }],
    [
      'a password of the proxy',
      SOAP,
      { 'proxy-authorization': `Basic ${Buffer.from(`demo:${VALUE}`).toString('base64')}` },
    ],
    ['the query', `${SOAP}?access=${encodeURIComponent(VALUE)}`, {}],
    ['a field that the interface does not have', `${HTTP}?access_token=another-token&api_secret=${VALUE}`, {}],
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
    [
      'what every request has',
      SOAP,
      { accept: 'text/xml', 'user-agent': 'shop-client/1.0', 'accept-language': 'pl-PL,pl' },
    ],
    ['what follows requests', SOAP, { traceparent: 'ordinary-words', 'x-request-id': 'ordinary-words' }],
    ['short words', SOAP, { 'x-shop': 'words', cookie: 'a=b' }],
    ['fields of the interface', `${HTTP}?access_token=another-token&format=json`, {}],
  ])('but not %s', async (_what, url, headers) => {
    const said = 'ordinary-words: text/xml shop-client/1.0 pl-PL,pl format json words';
    expect(await keptOf(said, url, headers)).toContain(said);
  });
});
