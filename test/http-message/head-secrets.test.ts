import { describe, expect, it } from 'vitest';
import { textsOfHead } from '../../src/http-message/head-secrets.js';

describe('what may be secret of the head of a request', () => {
  const inHead = (headers: Record<string, string | number>, url = 'http://gateway.test/soap'): string[] =>
    [...textsOfHead({ url, headers })].filter((text) => text !== '');

  it('is the user, the password and the query of the address', () => {
    const url = 'https://us%C5%82er:pa%3Ass@gateway.test:8080/path?key=va%20lue&flag&n=1+2#fragment';
    expect(inHead({}, url)).toEqual(['us%C5%82er', 'pa%3Ass', 'va lue', 'flag', '1 2']);
    expect(inHead({}, 'no address')).toEqual([]);
  });

  it.each<[string, string | number, string[]]>([
    ['authorization', 'Bearer t0ken', ['t0ken', 't0ken']],
    ['Authorization', '  Bearer  t0ken ', ['t0ken', 't0ken']],
    ['authorization', 't0ken', ['t0ken', 't0ken']],
    [
      'authorization',
      'Digest username="al", response="ab12"',
      ['username="al", response="ab12"', 'username', 'al', 'response', 'ab12'],
    ],
    [
      'Proxy-Authorization',
      'basic dXNlcjpwYTpzcw==',
      ['dXNlcjpwYTpzcw==', 'dXNlcjpwYTpzcw', 'user:pa:ss', 'user', 'pa:ss'],
    ],
    ['x-key', 'Basic dXNlcg==', ['Basic dXNlcg==', 'Basic', 'dXNlcg']],
    ['cookie', 'id=c00kie;  b=2', ['id=c00kie;  b=2', 'id', 'c00kie', 'b', '2']],
    ['x-number', 123_456, ['123456', '123456']],
  ])('is %s: %s', (name, value, texts) => {
    expect(inHead({ [name]: value })).toEqual(texts);
  });
});
