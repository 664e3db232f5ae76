import { describe, expect, it } from 'vitest';

import type { SendOrder } from '../../../../src/sandbox/gateway/sending/orders.js';
import type { SandboxAccount, SandboxOptions } from '../../../../src/sandbox/index.js';
import { type DirectGateway, directGateway, refusal, sms } from '../gateway-call.js';

/** The texts that a send comes to. */
function texts(
  order: Partial<SendOrder>,
  account?: Partial<SandboxAccount>,
  options?: SandboxOptions,
): readonly string[] {
  return sms(directGateway(account, options), order).messages.map(({ text }) => text);
}

describe('a text', () => {
  it('is the text of the template instead of the message', () => {
    const templates = [{ name: 'Welcome', text: 'Welcome, [%1%]' }];
    expect(texts({ message: 'Bye', template: 'Welcome', params: [['Ann']] }, { templates })).toEqual(['Welcome, Ann']);
  });

  it.each([
    ['zażółć GĘŚLĄ jaźń', 'zazolc GESLA jazn'],
    ['„don’t” – … \u00a0', '"don\'t" - ...  '],
    // In GSM 03.38, so that they are not special.
    ['é ü ñ à', 'é ü ñ à'],
    // Without a base letter.
    ['ж 中 😀', 'ж 中 😀'],
  ])('%j is normalized to %j', (message, text) => {
    expect(texts({ message, normalize: true })).toEqual([text]);
  });

  it('is limited before its params are inserted, and charged afterwards', () => {
    const message = `${'x'.repeat(150)}[%1%]`;
    const gateway = directGateway();
    const receipt = sms(gateway, { message, params: [['y'.repeat(20)]], maxParts: 1 });
    expect(receipt).toMatchObject({ messages: [{ parts: 2 }], points: 0.32 });
    expect(refusal(() => sms(gateway, { message: `x${message}xxxxxx`, params: [['']], maxParts: 1 })).code).toBe(12);
  });
});

describe('a text with line feeds', () => {
  const lines = { message: `${'x'.repeat(159)}\n` };

  it('has one septet for each', () => {
    const gateway = directGateway();
    expect(sms(gateway, { ...lines, maxParts: 1 })).toMatchObject({ messages: [{ parts: 1 }], points: 0.16 });
  });
});

describe('a text to a group', () => {
  const contact = {
    number: '500100200',
    name: 'Annie',
    firstName: 'Anna',
    firstNameVocative: 'Anno',
    lastName: 'Nowak',
    country: 'Polska',
    info: 'VIP',
    email: 'anna@shop.test',
    device: 'phone',
    city: 'Lublin',
    browser: 'Firefox',
    operatingSystem: 'Linux',
    custom: { size: 'XL' },
  };
  const account = { groups: [{ name: 'Friends', numbers: [contact, { number: '500100201' }] }] };
  const toGroup = (message: string, options?: SandboxOptions): readonly string[] =>
    texts({ to: [], group: 'Friends', message }, account, options);

  it.each([
    ['[%imie%] [%imie_w%] [%nazwisko%].', 'Anna Anno Nowak.', '  .'],
    ['[%kontakt.kraj%]/[%kontakt.email%]/[%kontakt.urzadzenie%]', 'Polska/anna@shop.test/phone', '//'],
    ['[%kontakt.informacja%]=[%kontakt.opis%]', 'VIP=VIP', '='],
    ['[%kontakt.przegladarka%]-[%kontakt.size%]-[%kontakt.toString%]', 'Firefox-XL-', '--'],
    // Not a contact's.
    ['[%1%] [%other%] [%Imie%]', '[%1%] [%other%] [%Imie%]', '[%1%] [%other%] [%Imie%]'],
  ])('%j contains the fields of each contact', (message, ...expected) => {
    expect(toGroup(message)).toEqual(expected);
  });

  it('uses the field names of the variant', () => {
    expect(toGroup('a[%kontakt.miasto%]', { variant: 'current' })).toEqual(['aLublin', 'a']);
    expect(toGroup('a[%kontakt.miejscowosc%]', { variant: 'current' })).toEqual(['a', 'a']);
    expect(toGroup('a[%kontakt.miejscowosc%]', { variant: 'earlier' })).toEqual(['aLublin', 'a']);
  });

  it('is refused with 11 if it is empty without the fields', () => {
    const gateway = directGateway(account);
    expect(refusal(() => sms(gateway, { to: [], group: 'Friends', message: '[%imie%]' })).code).toBe(11);
  });
});

describe('a text to more than 100', () => {
  const to = Array.from({ length: 101 }, (_, index) => String(500_100_000 + index));
  const groups = [{ name: 'Many', numbers: to.map((number) => ({ number, firstName: 'Anna' })) }];

  it.each<readonly [what: string, order: Partial<SendOrder>, texts: RegExp]>([
    ['without links', { to, message: 'Hi' }, /^Hi$/],
    ['with a link to opt out', { to, message: '[%opt_out_link%]' }, /^short\.test\/\w{6}$/],
    ['with the fields of contacts', { to: [], group: 'Many', message: '[%imie%]' }, /^Anna$/],
  ])('is sent %s', (_what, order, expected) => {
    const sent = texts(order, { groups, points: 100 });
    expect(sent).toHaveLength(101);
    for (const text of sent) expect(text).toMatch(expected);
  });

  it('is refused with 19 if it has a short link, also in a template and to a group', () => {
    const templates = [{ name: 'Link', text: '[%shortlink:https://shop.test/%]' }];
    const gateway = directGateway({ groups, templates, points: 100 });
    expect(refusal(() => sms(gateway, { to, message: '', template: 'Link' })).code).toBe(19);
    expect(refusal(() => sms(gateway, { to: [], group: 'Many', message: '', template: 'Link' })).code).toBe(19);
    expect(sms(gateway, { to: to.slice(1), message: '', template: 'Link' }).messages).toHaveLength(100);
  });
});

describe('a text that is too long with its fields', () => {
  const account = { groups: [{ name: 'Friends', numbers: [{ number: '500100200', info: 'x'.repeat(765) }] }] };
  const send = (count: number, rest = ''): (() => unknown) => {
    const gateway = directGateway(account);
    const message = '[%kontakt.opis%]'.repeat(count) + rest;
    return () => sms(gateway, { to: [], group: 'Friends', message });
  };

  it('is refused with 12', () => {
    expect(send(2)()).toMatchObject({ messages: [{ parts: 10 }] });
    expect(refusal(send(2, 'x')).code).toBe(12);
    expect(refusal(send(573)).code).toBe(12);
    // As long as no text with placeholders may be.
    expect(refusal(send(600)).code).toBe(12);
  });
});

describe('discount codes', () => {
  const account = { discountGroups: [{ name: 'Spring', codes: ['A1', 'A2', 'A3'] }] };
  const order = { message: 'Code: [%kod%]', discountGroup: 'Spring' };

  it('are used once each, in order', () => {
    const gateway = directGateway(account);
    const to = ['500100201', '500100202'];
    expect(sms(gateway, { ...order, to }).messages.map(({ text }) => text)).toEqual(['Code: A1', 'Code: A2']);
    expect(refusal(() => sms(gateway, { ...order, to })).code).toBe(65);
    expect(sms(gateway, order).messages.map(({ text }) => text)).toEqual(['Code: A3']);
    expect(refusal(() => sms(gateway, order)).code).toBe(62);
  });

  it('are not used by a test or a refused send', () => {
    const gateway = directGateway({ ...account, points: 0.2 });
    sms(gateway, { ...order, test: true });
    expect(
      refusal(() => sms(gateway, { ...order, fast: true, message: `${order.message}${'x'.repeat(160)}` })).code,
    ).toBe(103);
    expect(sms(gateway, order).messages).toMatchObject([{ text: 'Code: A1' }]);
  });
});

describe('links', () => {
  const to = ['500100201', '500100202'];
  const visitor = { device: null, operatingSystem: null, browser: null, ip: null };
  const openedLink = ({ gateway }: DirectGateway, suffix: string) => gateway.openLink(suffix, visitor);
  const message = '[%shortlink:https://shop.test/?a=%20b%] and [%idzdo:shop.test%]';
  const suffixes = (text = ''): readonly string[] =>
    [...text.matchAll(/short\.test\/(\w+)/g)].map(([, suffix = '']) => suffix);

  it('are shortened, with a different address for each recipient and link', () => {
    const gateway = directGateway();
    const sent = sms(gateway, { to, message }).messages.map(({ text }) => text);
    expect(sent).toEqual([
      expect.stringMatching(/^short\.test\/\w{6} and short\.test\/\w{6}$/),
      expect.stringMatching(/^short\.test\/\w{6} and short\.test\/\w{6}$/),
    ]);
    const all = sent.flatMap(suffixes);
    expect(new Set(all).size).toBe(4);
    expect(all.map((suffix) => openedLink(gateway, suffix))).toMatchObject([
      { target: 'https://shop.test/?a=%20b', to: '48500100201', messageId: '1001' },
      { target: 'shop.test', to: '48500100201', messageId: '1001' },
      { target: 'https://shop.test/?a=%20b', to: '48500100202', messageId: '1002' },
      { target: 'shop.test', to: '48500100202', messageId: '1002' },
    ]);
  });

  it('do not exist after a test, and exist for 30 days after a send', () => {
    const gateway = directGateway();
    const [tested] = suffixes(sms(gateway, { message, test: true }).messages[0]?.text);
    expect(openedLink(gateway, tested ?? '')).toBeUndefined();
    const [sent = ''] = suffixes(sms(gateway, { message }).messages[0]?.text);
    const days = 24 * 3_600_000;
    gateway.setClock(30 * days);
    expect(openedLink(gateway, sent)).toMatchObject({ kind: 'target' });
    expect(gateway.sandbox.click(`short.test/${sent}`)).toBe('https://shop.test/?a=%20b');
    expect(gateway.sandbox.click(`other.test/${sent}`)).toBeUndefined();
    expect(gateway.sandbox.click('short.test/other')).toBeUndefined();
    gateway.setClock(30 * days + 1);
    expect(openedLink(gateway, sent)).toBeUndefined();
  });

  it('for opting out exclude a number from later sends to groups, not from sends to the number', () => {
    const groups = [{ name: 'Friends', numbers: [{ number: '500 100 201' }, { number: '500100202' }] }];
    const gateway = directGateway({ groups });
    const campaign = { to: [], group: 'Friends', message: 'Hi [%opt_out_link%]' };
    const [first] = sms(gateway, campaign).messages;
    expect(openedLink(gateway, suffixes(first?.text)[0] ?? '')).toMatchObject({ kind: 'opt-out' });
    const receipt = sms(gateway, campaign);
    expect(receipt.messages.map(({ to }) => to)).toEqual(['48500100202']);
    expect(receipt.invalidNumbers).toEqual([
      { number: '48500100201', submittedNumber: '500 100 201', code: 59, message: 'Number is on the opt-out list' },
    ]);
    expect(sms(gateway, { to: ['500100201'] }).messages).toHaveLength(1);
  });

  it('count for max_parts as they are sent', () => {
    const gateway = directGateway();
    const long = `[%shortlink:https://shop.test/${'a'.repeat(200)}%]`;
    expect(sms(gateway, { message: long, maxParts: 1 }).messages).toMatchObject([{ parts: 1 }]);
    expect(refusal(() => sms(gateway, { message: long + 'x'.repeat(144), maxParts: 1 })).code).toBe(12);
  });
});
