import { beforeEach, describe, expect, it } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.js';
import { httpClients, type PlainRequest } from './peers/http-clients.js';

const TOKEN = 't0ken-4711';
const AUTHORIZATION = { Authorization: `Bearer ${TOKEN}` };
const OPTIONS: SandboxOptions = {
  accounts: [
    {
      username: 'anna',
      password: 'anna-secret-4711',
      tokens: [TOKEN],
      points: 10,
      senders: ['Shop', { name: 'Old', status: 'INACTIVE' }],
      groups: [{ name: 'Friends & co', numbers: [{ number: '500100201', firstName: 'Zosia' }] }],
      templates: [{ name: 'hello', text: 'Hello [%1%]' }],
    },
  ],
  now: () => new Date('2027-01-15T12:00:00Z'),
};
const DATE_SENT = 1_800_014_400;
const ITEM = {
  id: '1001',
  points: 0.16,
  number: '48500100200',
  date_sent: DATE_SENT,
  submitted_number: '500100200',
  status: 'QUEUE',
};
const MD5 = '0123456789abcdef0123456789abcdef';
const JSON_FORM = { format: 'json' };

/** A request without its address, and the expected text or JSON. */
interface Case {
  readonly what: string;
  readonly path: string;
  readonly request: Omit<PlainRequest, 'url' | 'method'> & { readonly method?: 'GET' };
  readonly answer: string | object;
  /** The status of the response. Default: 200. */
  readonly status?: number;
  /** The state of the gateway. */
  readonly message?: object;
}

const CASES: readonly Case[] = [
  {
    what: 'a form in UTF-8',
    path: 'sms.do',
    request: { form: { to: '500100200', message: 'Zażółć & 100 %', encoding: 'utf-8', ...JSON_FORM } },
    answer: { count: 1, list: [ITEM] },
    message: { message: 'Zażółć & 100 %' },
  },
  {
    what: 'a query',
    path: 'sms.do',
    request: { method: 'GET', query: { to: '500100200,500100201', message: 'Hi', idx: 'a|b', flash: '1' } },
    answer: 'OK:1001:0.16:48500100200;OK:1002:0.16:48500100201',
    message: { idx: 'a', flash: true },
  },
  {
    what: 'JSON',
    path: 'sms.do',
    request: { json: { to: '500100200', template: 'hello', param1: 'Ann', details: true, format: 'json' } },
    answer: { count: 1, list: [{ ...ITEM, message: 'Hello Ann', length: 9, parts: 1 }] },
    message: { message: 'Hello Ann' },
  },
  {
    what: 'a group',
    path: 'sms.do',
    request: { form: { group: 'Friends & co', message: 'Hi [%imie%]' } },
    answer: 'OK:1001:0.16:48500100201',
    message: { message: 'Hi Zosia' },
  },
  {
    what: 'a voice message with a file',
    path: 'vms.do',
    request: { form: { to: '221234567' }, file: { field: 'file', name: 'a.wav', text: 'RIFF\0\xff00WAVEfmt ' } },
    answer: 'OK:1001:0.25',
    message: { kind: 'vms', message: '16 bytes' },
  },
  {
    what: 'an MMS',
    path: 'mms.do',
    request: { form: { to: '500100200', subject: 'Cześć', smil: '<smil/>', ...JSON_FORM } },
    answer: { count: 1, list: [{ ...ITEM, points: 0.4, error: null, idx: null }] },
    message: { kind: 'mms', subject: 'Cześć' },
  },
  {
    what: 'the profile',
    path: 'profile',
    request: { method: 'GET' },
    answer: {
      name: '',
      email: '',
      username: 'anna',
      phone_number: '',
      payment_type: 'prepaid',
      user_type: 'native',
      points: 10,
    },
  },
  {
    what: 'points',
    path: 'user.do',
    request: { method: 'GET', query: { credits: '1' } },
    answer: 'Points: 10',
  },
  {
    what: 'a sub-user',
    path: 'user.do',
    request: { form: { add_user: 'bob', pass: MD5, limit: '2.5', ...JSON_FORM } },
    answer: { username: 'anna_bob', limit: 2.5, month_limit: 0, senders: 0, phonebook: 0, active: false, info: '' },
  },
  {
    what: 'sender names',
    path: 'sender.do',
    request: { form: { list: '1' } },
    answer: 'OK:Shop,ACTIVE:Old,INACTIVE',
  },
  {
    what: 'a lookup',
    path: 'hlr.do',
    request: { query: { number: '500100200', ...JSON_FORM } },
    answer: { id: '1001', number: '48500100200', status: 'OK', price: 0.1 },
  },
  {
    what: 'a refusal',
    path: 'sms.do',
    request: { form: { to: 'Ann', message: 'Hi', ...JSON_FORM } },
    answer: {
      error: 13,
      message: 'No correct phone numbers',
      invalid_numbers: [{ number: '', submitted_number: 'Ann', message: 'Invalid phone number' }],
    },
  },
  {
    what: 'a wrong token',
    path: 'sms.do',
    request: { headers: { Authorization: 'Bearer other' }, form: { to: '500100200', message: 'Hi' } },
    answer: 'ERROR:101',
  },
  {
    what: 'a token in the form',
    path: 'sms.do',
    request: { headers: {}, form: { access_token: TOKEN, to: '500100200', message: 'Hi' } },
    answer: 'OK:1001:0.16',
    message: { from: 'Shop' },
  },
  { what: 'another method', path: 'profile', request: { form: { a: '1' } }, answer: expect.any(String), status: 405 },
  { what: 'another path', path: 'contacts', request: { form: { a: '1' } }, answer: expect.any(String), status: 404 },
];

describe.each(httpClients)('the embedded gateway with $name', ({ send }) => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await startSandbox(OPTIONS);
    return () => sandbox.close();
  });

  it.each(CASES)('responds: $what', async ({ path, request, answer, status = 200, message }) => {
    const { method = 'POST', ...given } = request;
    const response = await send({ headers: AUTHORIZATION, ...given, method, url: sandbox.httpUrl + path });
    const isJson = typeof answer === 'object' && !('asymmetricMatch' in answer);
    expect(response.status).toBe(status);
    expect(isJson ? JSON.parse(response.text) : response.text).toEqual(answer);
    if (message !== undefined) expect(sandbox.account('anna')?.messages[0]).toMatchObject(message);
  });
});
