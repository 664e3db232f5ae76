import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport } from '../support/fake-transport.js';
import { clientFor, numbersResponse, WAYS } from './responses.js';

const caseOf = (name: string): string => readFileSync(path.join(import.meta.dirname, 'cases', name), 'utf8');

const WARNING = 'Warning : Undefined index: limit in /srv/www/soap.php on line 31 0 OK 1.5';
const LONG = `<html><style>p { color: red }</style><body><p>${'Service &amp; gateway are busy. '.repeat(9)}</p></body></html>`;

describe.each(WAYS)('the message about a response, read %s', (_way, read) => {
  const messageOf = async (body: string, type = 'text/xml', status = 200): Promise<string> => {
    const error = await rejection(
      read(clientFor({ status, headers: { 'content-type': type }, body: Buffer.from(body) })),
    );
    return (error as Error).message;
  };

  it.each([
    ['an attribute', caseOf('undeclared-prefix.xml'), 'SOAP-ENV in <a SOAP-ENV:mustUnderstand>'],
    ['an element', numbersResponse('<x:result>0</x:result>'), 'x in <x:result>'],
    ['the root', '<E:Envelope/>', 'E in <E:Envelope>'],
    ['a prefix like a number', numbersResponse('<a><b n48500100200:c="1"/></a>'), 'n…200 in <b n…200:c>'],
  ])('names the undeclared prefix of %s', async (_what, body, names) => {
    expect(await messageOf(body)).toContain(`a namespace prefix is not declared: "${names}"`);
  });

  it('shows the first 120 characters that a person would see', async () => {
    const warning = caseOf('php-warning-before-envelope.txt');
    expect(await messageOf(warning)).toContain(
      `soap_GetNumbers: HTTP status 200: the response is a document <br>, not SOAP; it begins: "${WARNING}"`,
    );
    const shown = 'Service & gateway are busy. '.repeat(5).slice(0, 120);
    expect(await messageOf(LONG, 'text/html', 502)).toContain(`; it begins: "${shown}…"`);
    expect(await messageOf('{"error":"down"}', 'application/json')).toContain('; it begins: "{"error":"down"}"');
  });

  it('shows neither the password nor a telephone number', async () => {
    const message = await messageOf('<p>login se<wbr>same or sesame failed for 48500100200</p>', 'text/html');
    expect(message).toContain('; it begins: "login [redacted] or [redacted] failed for …200"');
  });
});

it('the message about a page shows its beginning over HTTP, too', async () => {
  const page = fakeTransport({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from(LONG) });
  const http = new SmsServiceHttpClient({
    url: 'http://gateway.test/',
    token: 't0ken-12345',
    transport: page,
    retry: false,
  });
  expect(((await rejection(http.profile.get())) as Error).message).toContain(
    '; it begins: "Service & gateway are busy.',
  );
});
