import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions, SmsServiceError } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { everythingShown } from '../support/shown.js';

const PASSWORD = 'Tajne<hasło>&99';
const MESSAGE = 'Twój kod to 7391, nie podawaj go';
const NUMBER = '48500100200';
/** The same number as the gateway may write it. */
const SPELLINGS = ['48500100200', '+48 500 100 200', '500-100-200', '0048500100200'];

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The echo of a careless server. */
const ECHO = escape(`bad login alice/${PASSWORD} for "${MESSAGE}" to ${SPELLINGS.join(', ')}`);

const fault = (inside: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault>${inside}</e:Fault></e:Body></e:Envelope>`;

const html = { headers: { 'content-type': 'text/html' } };

const CASES: readonly [string, Partial<SmsServiceClientOptions>][] = [
  ['a refused field', { transport: fakeTransport(''), validation: true, now: () => new Date('2020-01-01') }],
  [
    'a gateway code',
    {
      transport: fakeTransport(
        soapResponse('soap_SendSmsExt', `<response><result>101</result><description>${ECHO}</description></response>`),
      ),
    },
  ],
  [
    'a Fault string',
    {
      transport: fakeTransport(
        fault(`<faultcode>${ECHO}</faultcode><faultstring>${ECHO}</faultstring><faultactor>${ECHO}</faultactor>`),
      ),
    },
  ],
  [
    'a Fault detail',
    {
      transport: fakeTransport(
        fault(`<faultcode>Server</faultcode><faultstring/><detail><a><b>${ECHO}</b><b>${ECHO}</b></a></detail>`),
      ),
    },
  ],
  [
    'an HTML page',
    { transport: fakeTransport({ ...html, status: 502, body: Buffer.from(`<html><p>${ECHO}</p></html>`) }) },
  ],
  [
    'plain text',
    { transport: fakeTransport({ ...html, body: Buffer.from(`ERROR ${PASSWORD} ${MESSAGE} ${NUMBER}`) }) },
  ],
  ['broken XML with an error status', { transport: fakeTransport({ status: 500, body: Buffer.from(`<a>${ECHO}`) }) }],
  ['broken XML', { transport: fakeTransport(`<a>${ECHO}`) }],
  [
    'a value of the wrong type',
    {
      transport: fakeTransport(soapResponse('soap_SendSmsExt', `<response><result>${ECHO}</result></response>`)),
    },
  ],
  ['no connection', { url: 'http://127.0.0.1:1/soap', transport: httpTransport() }],
  ['a function for credentials that rejects', { credentials: () => Promise.reject(new Error(`vault: ${NUMBER}`)) }],
];

describe('no error shows the password, the message or a full number', () => {
  it.each(CASES)('%s', async (_name, options) => {
    const client = new SmsServiceClient({
      url: 'http://gateway.test/soap',
      credentials: { username: 'alice', password: PASSWORD },
      transport: fakeTransport(''),
      retry: { baseDelayMs: 1, maxTotalMs: 100 },
      ...options,
    });
    const date = new Date('2020-06-01');
    const error = await rejection(client.sendSmsExt({ to: NUMBER, message: MESSAGE, date, idx: 'order7391' }));
    expect(error).toBeInstanceOf(SmsServiceError);
    const shown = everythingShown(error);
    for (const secret of [PASSWORD, escape(PASSWORD), MESSAGE, ...SPELLINGS]) {
      expect(shown).not.toContain(secret);
    }
  });

  it('nor does an inspected client', () => {
    const client = new SmsServiceClient({
      url: 'http://gateway.test/soap',
      credentials: { username: 'alice', password: PASSWORD },
    });
    expect(inspect(client, { depth: 10, showHidden: true })).not.toContain(PASSWORD);
  });
});
