import { describe, expect, it } from 'vitest';
import { flatHeaders } from '../../src/transport/flat-headers.js';

describe('flat headers', () => {
  it('join the values of a name that stands several times, and leave out a name without any', () => {
    expect(flatHeaders({ a: '1', 'set-cookie': ['x=1', 'y=2'], b: ['3'], c: undefined })).toEqual({
      a: '1',
      'set-cookie': 'x=1, y=2',
      b: '3',
    });
    expect(flatHeaders({ a: '1', c: undefined })).toEqual({ a: '1' });
  });

  it('are the headers themselves where there is nothing to join', () => {
    const headers = { a: '1', b: '2' };
    expect(flatHeaders(headers)).toBe(headers);
  });
});
