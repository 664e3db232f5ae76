import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startScripted } from '../peers/scripted.js';
import { type ForeignService, startService } from './service.js';

let service: ForeignService;

beforeAll(async () => {
  const script = join(import.meta.dirname, 'gensym-server.pl');
  service = await startService('gensym.wsdl', () =>
    startScripted((port) => ['/usr/bin/perl', script, String(port)], '/'),
  );
});

afterAll(() => service?.stop());

describe('an unmodified SOAP::Lite server, which names results s-gensym3', () => {
  it.each([
    ['add', { a: 2, b: 40 }, { sum: 42 }],
    ['add', { a: 0, b: 1 }, { sum: 1 }],
    ['greet', { name: 'Ann' }, { greeting: 'Hello, Ann' }],
    ['greet', { name: 'Ż 😀 <&>' }, { greeting: 'Hello, Ż 😀 <&>' }],
    ['paint', { color: 'żółty', coats: 2, sizes: [7, 8] }, { told: 'żółty, 3 times on 7 8' }],
    ['half', { of: 5 }, { half: 2.5 }],
    ['half', { of: -4 }, { half: -2 }],
    ['words', {}, { words: ['one', 'two', 'żółć', '4'] }],
    ['person', {}, { person: { name: 'Ann', age: 41 } }],
    ['stranger', {}, { person: { name: 'Zed', age: 7, email: 'z@example.com' } }],
    [
      'people',
      {},
      {
        people: [
          { name: 'Ann', age: 41 },
          { name: 'Zed', age: 7 },
        ],
      },
    ],
    ['pair', {}, { first: 5, second: 'five' }],
    ['nothing', {}, {}],
  ])('%s %j', async (operation, input, output) => {
    expect(await service.call(operation, input)).toEqual(output);
  });

  it('a Fault contains the message of the server', async () => {
    await expect(service.call('wrong', { name: 'Ann' })).rejects.toMatchObject({
      name: 'SoapFaultError',
      faultCode: 'Client.Name',
      faultString: 'not Ann 48123456789',
    });
  });
});
