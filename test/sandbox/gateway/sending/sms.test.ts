import { describe, expect, it } from 'vitest';
import type { SendOrder } from '../../../../src/sandbox/gateway/sending/orders.js';
import type { SandboxAccount, SandboxOptions } from '../../../../src/sandbox/index.js';
import { START } from '../../setup.js';
import { directGateway, refusal, sms } from '../gateway-call.js';

const NOW = START.getTime();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Row = readonly [
  code: number,
  what: string,
  order: Partial<SendOrder>,
  account?: Partial<SandboxAccount>,
  options?: Partial<SandboxOptions>,
];

type FullRow = readonly [...Required<Row>];

const rows = (partialRows: readonly Row[]): readonly FullRow[] =>
  partialRows.map(([code, what, order, account = {}, options = {}]) => [code, what, order, account, options]);

const groups = [
  { name: 'Empty' },
  { name: 'Friends', numbers: [{ number: '500100201' }] },
  { name: 'Two', numbers: [{ number: '500100201' }, { number: '500100202' }] },
];
const discountGroups = [
  { name: 'Spring', codes: ['A1'] },
  { name: 'Gone', codes: [] },
  { name: 'Closed', codes: ['B1'], active: false },
];

describe('an SMS is refused, and nothing is sent or charged,', () => {
  it.each(
    rows([
      [104, 'with a template that is not there', { template: 'Hello' }],
      [11, 'with an empty text in place of a template', { message: '', template: '' }],
      [12, 'with more parts than the order allows', { message: 'x'.repeat(161), maxParts: 1 }],
      [12, 'with more parts than the account allows', { message: 'x'.repeat(161) }, { maxParts: 1 }],
      [12, 'when it asks for no part', { maxParts: 0 }],
      [17, 'as flash message with special characters', { message: 'ł', flash: true }],
      [25, 'as binary message that is to be normalized', { message: 'ab', udh: '00', binary: true, normalize: true }],
      [28, 'with an unknown time restriction', { timeRestriction: 'later' }],
      [74, 'before the hours of the account', {}, { hours: { from: 13, to: 20 } }],
      [56, 'when it expires 15 minutes after it is sent', { expiresAtMs: NOW + 15 * MINUTE_MS }],
      [
        14,
        'under a name that is not active',
        { from: 'Old' },
        { senders: ['Shop', { name: 'Old', status: 'INACTIVE' }] },
      ],
      [40, 'to an unknown group', { to: [], group: 'Foes' }],
      [41, 'to an empty group', { to: [], group: 'Empty' }, { groups }],
      [93, 'to a group with params', { to: [], group: 'Friends', params: [['a']] }, { groups }],
      [18, 'to a group with two idx', { to: [], group: 'Friends', idx: ['a', 'b'] }, { groups }],
      [18, 'with fewer idx than numbers, the repeated ones too', { to: ['500100200', '500100200'], idx: ['a'] }],
      [70, 'with a notify url that is none', { notifyUrl: 'shop.test/report' }],
      [70, 'with a notify url of a kind that sounds alike', { notifyUrl: 'shttp://shop.test/' }],
      [72, 'with a notify url for two', { to: ['500100200', '500100201'], notifyUrl: 'https://shop.test/' }],
      [8, 'with a fallback for two', { to: ['221234567', '221234568'], fallback: 'vms' }],
      [13, 'to a number whose prefix nobody has', { to: ['999123456789'] }],
      [32, 'to a foreign number where those are skipped', { to: ['15485550100'], skipForeign: true }],
      [59, 'to a group that has opted out', { to: [], group: 'Friends' }, { groups, optedOut: ['+48 500-100-201'] }],
      [106, 'with a link to what is no address', { message: '[%shortlink:not an address%]' }],
      [66, 'with codes, and no place for them', { discountGroup: 'Spring' }, { discountGroups }],
      [
        65,
        'with fewer codes than recipients',
        { to: ['500100200', '500100201'], message: '[%kod%]', discountGroup: 'Spring' },
        { discountGroups },
      ],
      [103, 'when the points do not do', { fast: true }, { points: 0.23 }],
    ]),
  )('with %i: %s', (code, _what, order, account, options) => {
    const gateway = directGateway(account, options);
    const before = gateway.alice;
    expect(refusal(() => sms(gateway, order)).code).toBe(code);
    expect(gateway.alice).toEqual(before);
  });
});

it('an SMS is refused with 19, and nothing is sent, if its response would be too large', () => {
  const gateway = directGateway({}, { pricePerPart: 0 });
  const to = Array.from({ length: 152_000 }, (_, index) => String(500_000_000 + index));
  expect(refusal(() => sms(gateway, { to, message: 'x'.repeat(1530) })).code).toBe(19);
  expect(gateway.alice).toMatchObject({ points: 10, messages: [] });
});

it('an SMS to more than a million recipients is refused with 19, valid or not', () => {
  const to = Array.from({ length: 1_000_001 }, () => '');
  expect(refusal(() => sms(directGateway(), { to }))).toEqual({ code: 19, numbers: [] });
});

describe('an SMS is accepted', () => {
  it.each(
    rows([
      [10, 'with ten parts', { message: 'x'.repeat(1530), maxParts: 10 }],
      [
        3,
        'with more parts than the account has as its own, where it asks for them',
        { message: 'x'.repeat(307), maxParts: 3 },
        { maxParts: 1 },
      ],
      [
        3,
        'with 160 special characters and single, where those count',
        { message: 'ł'.repeat(160), single: true },
        {},
        { singleLength: '160' },
      ],
      [
        1,
        'outside of the hours where those are ignored',
        { timeRestriction: 'ignore' },
        { hours: { from: 13, to: 20 } },
      ],
      [1, 'when it expires a second later than 15 minutes after', { expiresAtMs: NOW + 15 * MINUTE_MS + 1000 }],
      [1, 'when it expires a second before 72 hours after', { expiresAtMs: NOW + 72 * HOUR_MS - 1000 }],
      [1, 'as Eco in the earlier variant', { from: 'Eco' }, {}, { variant: 'earlier' }],
    ]),
  )('in %i parts: %s', (parts, _what, order, account, options) => {
    expect(sms(directGateway(account, options), order).messages).toMatchObject([{ parts }]);
  });
});

describe('the receipt of an SMS', () => {
  it('contains the data of each message, and the reason for each skipped number', () => {
    const gateway = directGateway();
    const to = ['+48 500-100-200', '48500100200', '999123456789', '15485550100'];
    const order = { to, message: 'Hi [%1%]', params: [['Ann'], ['Bob'], ['Cid'], ['Dan']], idx: ['A', 'b', 'c', 'd'] };
    expect(sms(gateway, order)).toEqual({
      messages: [
        expect.objectContaining({
          id: '1001',
          to: '48500100200',
          submittedTo: '+48 500-100-200',
          points: 0.16,
          acceptedAtMs: NOW,
          sendAtMs: NOW,
          idx: 'A',
          text: 'Hi Ann',
          parts: 1,
        }),
        expect.objectContaining({ id: '1002', to: '15485550100', idx: 'd', text: 'Hi Dan' }),
      ],
      fallbacks: [],
      invalidNumbers: [
        { number: '999123456789', submittedNumber: '999123456789', code: 13, message: 'Invalid phone number' },
      ],
      points: 0.32,
    });
  });

  it('contains a voice message instead of an SMS to a landline, at its price', () => {
    const gateway = directGateway({}, { pricePerVms: 0.5 });
    const receipt = sms(gateway, { to: ['22 123 45 67'], fallback: 'vms', idx: ['x1'] });
    expect(receipt).toMatchObject({ messages: [], fallbacks: [{ to: '48221234567', points: 0.5, idx: 'x1' }] });
    expect(gateway.alice).toMatchObject({ points: 9.5, messages: [{ kind: 'vms', message: 'Hello' }] });
  });
});

describe('a message keeps', () => {
  it.each([
    ['follow', 12.5, 12.5],
    ['ignore', 9, 9],
    ['nearest_available', 9, 12],
    ['nearest_available', 14, 36],
    ['nearest_available', 23, 36],
  ])('the time of the hours from 12 to 14, with %s at %f: %f', (timeRestriction, hour, sentAt) => {
    const gateway = directGateway({ hours: { from: 12, to: 14 } });
    gateway.setClock((hour - 12) * HOUR_MS);
    const [message] = sms(gateway, { timeRestriction }).messages;
    expect(message?.sendAtMs).toBe(NOW + (sentAt - 12) * HOUR_MS);
  });
});

describe('numbers', () => {
  it('are listed with the error if all are invalid', () => {
    expect(refusal(() => sms(directGateway(), { to: ['0500', 'Ann'] }))).toEqual({
      code: 13,
      numbers: [
        { number: '0500', submittedNumber: '0500', code: 13, message: 'Invalid phone number' },
        { number: '', submittedNumber: 'Ann', code: 13, message: 'Invalid phone number' },
      ],
    });
  });
});
