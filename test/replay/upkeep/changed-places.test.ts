import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/replay/file/entry.js';
import { changedPlaces } from '../../../src/replay/upkeep/redact-cassette.js';

interface Given {
  readonly track?: string;
  readonly account?: string;
  readonly to?: readonly string[];
  readonly username?: string;
  readonly body?: string;
  readonly headers?: readonly string[];
  readonly response?: { readonly headers: readonly string[]; readonly text: string };
}

/** What of a recording is compared. */
const entry = ({
  track,
  account,
  to = ['1'],
  username = 'user',
  body = '<a/>',
  headers = [],
  response,
}: Given): Entry =>
  ({
    recording: { track, account, request: { text: body, headers }, response },
    request: { credentials: [{ path: 'username', value: username }], input: { param: { arTo: to, text: 'same' } } },
  }) as unknown as Entry;

const changed = (before: Given, after: Given): readonly string[] =>
  changedPlaces([[entry(before), entry(after)]]).map(({ place }) => place);

const ELEVEN = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

describe('where a recording has changed', () => {
  it.each<readonly [string, Given, Given]>([
    ['track', { track: 'one' }, { track: 'two' }],
    ['account', { account: 'one' }, { account: 'two' }],
    ['request username', {}, { username: 'other' }],
    ['request param.arTo', { to: ELEVEN }, { to: [...ELEVEN.slice(0, 10), 'other'] }],
    ['request body', {}, { body: '<a></a>' }],
    ['request headers', {}, { headers: ['a'] }],
    ['response headers', { response: { headers: [], text: '' } }, { response: { headers: ['a'], text: '' } }],
    ['response body', { response: { headers: [], text: '' } }, { response: { headers: [], text: 'a' } }],
    ['entry', {}, {}],
  ])('is told: %s', (place, before, after) => {
    expect(changed(before, after)).toEqual([place]);
  });

  it('is the field alone where the body has changed for it', () => {
    expect(changed({}, { to: ['2'], body: '<b/>' })).toEqual(['request param.arTo']);
  });

  it('is told of a response that was or is none', () => {
    const response = { headers: ['a'], text: 'a' };
    expect(changed({}, { response })).toEqual(['response body', 'response headers']);
    expect(changed({ response }, {})).toEqual(['response body', 'response headers']);
  });

  it('is counted by recordings, in the order of the alphabet', () => {
    const pairs = [
      [{}, { track: 'one', to: ['2'] }],
      [{ to: ['1', '2'] }, { to: ['3', '4'] }],
      [{}, { account: 'one' }],
    ] as const;
    expect(changedPlaces(pairs.map(([before, after]) => [entry(before), entry(after)] as const))).toEqual([
      { place: 'account', recordings: 1 },
      { place: 'request param.arTo', recordings: 2 },
      { place: 'track', recordings: 1 },
    ]);
  });
});
