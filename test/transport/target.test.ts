import { expect, it } from 'vitest';
import { urlBelow } from '../../src/options/check.js';

it.each<[address: string, target: string, url: string]>([
  ['https://gateway.test/soap?key=1#x', '', 'https://gateway.test/soap?key=1#x'],
  ['HTTPS://Gateway.test', '', 'HTTPS://Gateway.test'],
  ['https://gateway.test', 'profile', 'https://gateway.test/profile'],
  ['https://gateway.test/api', 'profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api/', 'profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api/', '/profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api', 'sms.do?id=7', 'https://gateway.test/api/sms.do?id=7'],
  ['https://gateway.test/api', '?town=%C5%81', 'https://gateway.test/api?town=%C5%81'],
  ['https://gateway.test/api?key=1', 'profile', 'https://gateway.test/api/profile?key=1'],
  ['https://gateway.test/api/?key=1', 'profile?id=7', 'https://gateway.test/api/profile?key=1&id=7'],
  ['https://gateway.test/api#a?b', 'profile', 'https://gateway.test/api/profile'],
  ['https://gateway.test/api', 'profile?next=/a?b', 'https://gateway.test/api/profile?next=/a?b'],
  ['https://gateway.test/api?', 'profile?', 'https://gateway.test/api/profile'],
])('below %s, %j is %s', (address, target, url) => {
  expect(urlBelow(address, target)).toBe(url);
});

it.each<[target: string, why: string]>([
  ['../admin', 'must not contain ".." segments'],
  ['a/../../admin', 'must not contain ".." segments'],
  ['%2e%2E/admin', 'must not contain ".." segments'],
  ['..\\admin', 'must be an encoded path, a query or both'],
  ['.\t./admin', 'must be an encoded path, a query or both'],
  ['profile#part', 'must be an encoded path, a query or both'],
  ['profile one', 'must be an encoded path, a query or both'],
  ['profile\r\nx-one: 1', 'must be an encoded path, a query or both'],
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
