import { describe, expect, it } from 'vitest';
import { flatHeaders, singleHeaders } from '../../src/transport/flat-headers.js';

describe('flat headers', () => {
  it('join the values of a name that stands several times, and leave out a name without any', () => {
    expect(flatHeaders({ a: '1', 'set-cookie': ['x=1', 'y=2'], b: ['3'], c: undefined })).toEqual({
      a: '1',
      'set-cookie': 'x=1, y=2',
      b: '3',
    });
    expect(flatHeaders({ a: '1', c: undefined })).toEqual({ a: '1' });
  });
});

describe('headers of which each stands once', () => {
  it('have their names in small letters', () => {
    const raw = ['Content-Type', 'text/xml', 'X-Other', '', 'content-length', '3'];
    const headers = { 'content-type': 'text/xml', 'x-other': '', 'content-length': '3' };
    expect(singleHeaders(raw)).toEqual(headers);
  });

  it.each<[string, readonly string[] | undefined]>([
    ['a name that stands twice', ['A', '1', 'B', '2', 'a', '3']],
    ['a cookie, which Node.js keeps in a list', ['Set-Cookie', 'a=1']],
    ['a name that every object has', ['Constructor', '1']],
    ['nothing', []],
    ['nothing at all', undefined],
  ])('are not made of %s', (_what, raw) => {
    expect(singleHeaders(raw)).toBeUndefined();
  });
});
