import { afterEach, describe, expect, it } from 'vitest';
import { httpGateway } from './running-http.js';

/** Names that every object of JavaScript has. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

afterEach(() => {
  for (const name in {}) throw new Error(`every object has ${name} now`);
});

describe('a field with the name of an Object property is ignored', () => {
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
