import { expect, it } from 'vitest';
import { urlBelow } from '../../src/options/check.js';

it.each<[address: string, target: string, url: string]>([
  ['https://gateway.test/soap?key=1#x', '', 'https://gateway.test/soap?key=1#x'],
  ['HTTPS://Gateway.test', '', 'HTTPS://Gateway.test'],
  ['https://gateway.test', 'profile', 'https://gateway.test/profile'],
  ['https://gateway.test/', 'profile', 'https://gateway.test/profile'],
  ['https://gateway.test/api', 'profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api/', 'profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api/', '/profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api', 'a/b/', 'https://gateway.test/api/a/b/'],
  ['https://gateway.test/api', 'sms.do?id=7', 'https://gateway.test/api/sms.do?id=7'],
  ['https://gateway.test/api', '?town=%C5%81', 'https://gateway.test/api?town=%C5%81'],
  ['https://gateway.test/api/', '?town=x', 'https://gateway.test/api/?town=x'],
  ['https://gateway.test/api?key=1', 'profile', 'https://gateway.test/api/profile?key=1'],
  ['https://gateway.test/api/?key=1', 'profile?id=7', 'https://gateway.test/api/profile?key=1&id=7'],
  ['https://gateway.test/api?key=1#part', '?id=7', 'https://gateway.test/api?key=1&id=7'],
  ['https://gateway.test/api#a?b', 'profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api?path=/x/', 'profile', 'https://gateway.test/api/profile?path=/x/'],
  ['https://gateway.test/api', 'profile?next=/a?b', 'https://gateway.test/api/profile?next=/a?b'],
  ['https://gateway.test/api?', 'profile?', 'https://gateway.test/api/profile'],
])('below %s, %j is %s', (address, target, url) => {
  expect(urlBelow(address, target)).toBe(url);
});

it.each<[target: string, why: string]>([
  ['../admin', 'leads out of the address'],
  ['a/../../admin', 'leads out of the address'],
  ['a/..', 'leads out of the address'],
  ['./profile', 'leads out of the address'],
  ['%2e%2E/admin', 'leads out of the address'],
  ['.%2e?x', 'leads out of the address'],
  ['..\\admin', 'is not a path and a query as they go out'],
  ['.\t./admin', 'is not a path and a query as they go out'],
  ['profile#part', 'is not a path and a query as they go out'],
  ['profile one', 'is not a path and a query as they go out'],
  ['profile\r\nx-one: 1', 'is not a path and a query as they go out'],
])('no url is below an address by the target %j', (target, why) => {
  expect(() => urlBelow('https://gateway.test/api', target)).toThrow(
    expect.objectContaining({ name: 'ValidationError', path: 'target', message: `target: ${why}` }),
  );
});

it.each(['a..b/...', 'a?next=../b', '?x=%2e%2e/'])('dots that lead nowhere stay: %j', (target) => {
  expect(urlBelow('https://gateway.test', target)).toBe(
    `https://gateway.test${target.startsWith('?') ? '' : '/'}${target}`,
  );
});
