import { afterEach, describe, expect, it } from 'vitest';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { rejection } from '../../support/collect.js';
import { httpGateway } from './running-http.js';

/** Names that every object of JavaScript has. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

afterEach(() => {
  for (const name in {}) throw new Error(`every object has ${name} now`);
});

describe('a field with a name that every object has is passed over', () => {
  const SENT = /^OK:\d+:0\.16$/;

  it.each(NAMES)('in a form, in the query and in JSON: %s', async (name) => {
    const { post, fetch } = await httpGateway();
    expect(
      await post('sms.do', { [name]: 'json', [`${name}[format]`]: 'json', to: '500100200', message: 'Hi' }),
    ).toMatch(SENT);
    const query = `sms.do?${name}=json&${name}[format]=json&to=500100200&message=Hi`;
    expect(await (await fetch(query)).text()).toMatch(SENT);
    const headers = { 'content-type': 'application/json' };
    const body = `{"${name}":{"format":"json"},"to":"500100200","message":"Hi"}`;
    expect(await (await fetch('sms.do', { method: 'POST', headers, body })).text()).toMatch(SENT);
  });

  it.each(NAMES)('in multipart, also as a file: %s', async (name) => {
    const { fetch } = await httpGateway();
    const body = new FormData();
    body.set(name, 'json');
    body.set(`${name}[format]`, new Blob(['json']), 'a.txt');
    body.set('to', '500100200');
    body.set('tts', 'Hi');
    expect(await (await fetch('vms.do', { method: 'POST', body })).text()).toBe('OK:1001:0.25');
  });
});

it.each(NAMES)('nothing is found by the name %s that nobody has given', async (name) => {
  const { post, sandbox } = await httpGateway();
  const sms = { to: '500100200', message: '[%kod%]' };
  expect(await post('sms.do', { to: '500100200', template: name })).toBe('ERROR:104');
  expect(await post('sms.do', { group: name, message: 'Hi' })).toBe('ERROR:40');
  expect(await post('sms.do', { ...sms, discount_group: name })).toBe('ERROR:60');
  expect(await post('sms.do', { ...sms, from: name })).toBe('ERROR:14');
  expect(await post('sms.do', { ...sms, time_restriction: name })).toBe('ERROR:28');
  expect(await post('user.do', { get_user: name, without_prefix: '1' })).toBe('ERROR:1032');
  expect(await post('sender.do', { status: name })).toBe('ERROR:2031');
  expect(await post('sender.do', { [name]: '1' })).toBe('ERROR:8');
  expect(sandbox.account(name)).toBeUndefined();
});

it.each(NAMES)('a sub-user may have the name %s', async (username) => {
  const { post } = await httpGateway();
  const user = { pass: '0'.repeat(32), active: '1', without_prefix: '1' };
  expect(await post('user.do', { add_user: username, ...user })).toBe(`OK:${username}`);
  expect(await post('user.do', { get_user: username, without_prefix: '1' })).toBe('OK:0:0:0:0:1:');
});

describe('an answer with such names', () => {
  const clientOf = (answer: string): SmsServiceHttpClient =>
    new SmsServiceHttpClient({
      url: 'http://gateway.test/',
      token: 'a',
      transport: { send: async () => ({ status: 200, headers: {}, body: Buffer.from(answer) }) },
    });
  const sms = { to: '500100200', message: 'Hi' };

  it.each(NAMES)('is read to what it says besides: %s', async (name) => {
    const answer = `{"${name}":{"id":"8"},"count":1,"list":[{"id":"7","${name}":{"error":13}}]}`;
    expect(await clientOf(answer).sms.send(sms)).toMatchObject({ count: 1, messages: [{ id: '7' }] });
    const fallbacks = `{"list":[],"fallbacks":{"${name}":{"list":[{"id":"9"}]}}}`;
    const read = (await clientOf(fallbacks).sms.send(sms)).fallbacks ?? {};
    expect(Object.entries(read)).toMatchObject([[name, [{ id: '9' }]]]);
  });

  it.each(NAMES)('is an error of no known class by the code %s', async (code) => {
    const error = await rejection(clientOf(JSON.stringify({ error: code, message: 'No' })).sms.send(sms));
    expect(error).toMatchObject({ name: 'GatewayError', errorCode: code, outcome: 'rejected' });
  });
});
