import { expect, it } from 'vitest';
import { urlBelow } from '../../src/transport/target.js';

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
