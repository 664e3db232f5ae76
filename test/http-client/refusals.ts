const NUMBER = '500100201';

/** Orders of an SMS that are refused before they are sent: the defect, the path in the error, and the gateway code. */
export const REFUSALS: readonly (readonly [title: string, order: object, path: string, code: number | undefined])[] = [
  ['no recipient', { to: undefined }, 'to', undefined],
  ['a list in a text', { to: '500100201,500100202' }, 'to', undefined],
  ['a number that is not a string', { to: [500100201] }, 'to[0]', undefined],
  ['a group beside it', { group: 'Friends' }, 'to', undefined],
  ['no message', { message: undefined }, 'message', undefined],
  ['a lone surrogate', { message: '\ud800' }, 'message', undefined],
  ['an unknown name', { mesage: 'x' }, 'mesage', undefined],
  ['too many parts', { message: 'x'.repeat(1531) }, 'message', 12],
  ['a special character with noUnicode', { message: 'ż', noUnicode: true }, 'message', 11],
  ['an idx of other characters', { idx: 'a_b' }, 'idx[0]', 27],
  ['an idx with a separator', { idx: 'a|b' }, 'idx', undefined],
  ['five params', { message: '[%1%]', params: [['1', '2', '3', '4', '5']] }, 'params[0]', 18],
  ['params for two', { message: '[%1%]', params: [['a'], ['b']] }, 'params', 18],
  [
    '101 recipients with a short link',
    { to: Array.from({ length: 101 }, () => NUMBER), message: '[%shortlink:https://a.test%]' },
    'to',
    19,
  ],
  ['a sender name of 12 characters', { from: 'abcdefghijkl' }, 'from', 14],
  ['a date of four months ahead', { date: new Date('2027-05-16T12:00:00Z') }, 'date', 50],
  ['11 parts', { maxParts: 11 }, 'maxParts', 12],
  ['an expiration of 72 hours', { expirationDate: new Date('2027-01-18T12:00:00Z') }, 'expirationDate', 56],
  ['another time_restriction', { timeRestriction: 'never' }, 'timeRestriction', 28],
  ['a fallback for two', { to: [NUMBER, '500100202'], fallback: 'vms' }, 'fallback', undefined],
  ['datacoding', { datacoding: 'bin' }, 'datacoding', undefined],
];
