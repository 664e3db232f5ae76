import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/client/index.js';
import { composeMail, type MailOrder } from '../../src/mail/index.js';
import { everythingShown } from '../support/shown.js';
import { revoked, SECRET, throwing, untyped } from '../support/unreadable.js';
import { ORDER } from './orders.js';

const NOW = new Date('2026-11-23T09:00:00Z');
const hours = (count: number): Date => new Date(NOW.getTime() + count * 3_600_000);
const credentials = { username: 'alice', password: 'correct horse' };
const TEXT = 'secret text';

function refusal(order: unknown): ValidationError {
  try {
    composeMail(untyped(order));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    expect(error).toMatchObject({ code: 'VALIDATION', outcome: 'not-sent' });
    const shown = everythingShown(error);
    for (const secret of ['correct horse', '48500100200', 'secret', 'alice', SECRET]) {
      expect(shown).not.toContain(secret);
    }
    return error;
  }
  throw new Error('it was accepted');
}

describe('values that the form of a mail cannot contain are refused', () => {
  it.each<readonly [string, string, object]>([
    ['a "&" of a sender name', 'from', { from: 'A&B' }],
    ['a "&" of an address', 'notifyUrl', { notifyUrl: 'https://shop.test/?a=1&b=2' }],
    ['a "&" of a param', 'params[0][1]', { params: [['a', 'b&c']] }],
    ['a line break of a sender name', 'from', { from: 'A\nB' }],
    ['a control character', 'params[0][0]', { params: [['a\u0000b']] }],
    ['a space before a value', 'from', { from: ' Shop' }],
    ['an empty message', 'message', { message: '' }],
    ['white space before the message', 'message', { message: `\n${TEXT}` }],
    ['a CR alone', 'message', { message: `${TEXT}\r${TEXT}` }],
    ['a NUL', 'message', { message: `${TEXT}\0${TEXT}` }],
    ['half a character', 'message', { message: `${TEXT}\ud83d` }],
    ['a login outside of ASCII', 'credentials.username', { credentials: { ...credentials, username: 'alicja ż' } }],
    [
      'a login that would begin another header',
      'credentials.username',
      { credentials: { ...credentials, username: 'secret\r\nBcc: a@b.c' } },
    ],
    ['a login that is a code', 'credentials.username', { credentials: { ...credentials, username: '=?utf-8?q?a?=' } }],
    [
      'a login too long for a line',
      'credentials.username',
      { credentials: { ...credentials, username: 'a'.repeat(901) } },
    ],
    ['an empty password', 'credentials.password', { credentials: { ...credentials, password: '' } }],
    ['a digest that is none', 'credentials.password', { credentials, passwordHash: 'none' }],
    ['a gateway that would begin another header', 'gateway', { gateway: 'sms@gateway.test\r\nBcc: a@b.c' }],
    ['a gateway of two addresses', 'gateway', { gateway: 'sms@gateway.test,a@b.c' }],
    ['a sender that would be an option of sendmail', 'mailFrom', { mailFrom: '-X/tmp/log@b.c' }],
    ['a sender that would begin another command', 'mailFrom', { mailFrom: 'a@b.c>\r\nRCPT TO:<d@e.f' }],
    ['a domain outside of ASCII', 'mailFrom', { mailFrom: 'a@żółw.test' }],
  ])('%s', (_what, path, fields) => {
    expect(refusal({ ...ORDER, ...fields }).path).toBe(path);
  });

  it.each([
    ['a line of more than 998 bytes', `${TEXT}\n${'ż'.repeat(500)}`],
    ['white space at the end of a line', `${TEXT}\n${TEXT}\t\r\n${TEXT}`],
    ['a line that begins with "From "', `${TEXT}\nFrom me`],
  ])('%s, in 8bit', (what, message) => {
    const order = { ...ORDER, message, validation: false } as const;
    expect(refusal({ ...order, transferEncoding: '8bit' })).toMatchObject({
      path: 'message',
      message: expect.stringContaining(what),
    });
    for (const transferEncoding of ['quoted-printable', 'base64'] as const) composeMail({ ...order, transferEncoding });
  });

  it('but not dots, percent signs, "=", "&" and a line of 998 bytes', () => {
    const message = `From me = 100 % & more\n.\n..a\n${'ż'.repeat(499)}`;
    const order = { ...ORDER, message, validation: false, transferEncoding: '8bit' } as const;
    expect(composeMail(order).text).toBe(`to=48500100200&encoding=utf-8&message=${message}`);
  });
});

describe('an order is refused', () => {
  it.each<readonly [string, string, object]>([
    ['without recipients', 'to', { to: undefined }],
    ['with numbers and a group', 'to', { group: 'A' }],
    ['without a text', 'message', { message: undefined }],
    ['with a text and a template', 'message', { template: 'A' }],
    ['without a gateway', 'gateway', { gateway: undefined }],
    ['without credentials', 'credentials', { credentials: undefined }],
    ['with a report that has nowhere to go', 'mailFrom', { report: true }],
    ['with a name that is not known', 'massage', { massage: 'secret' }],
    ['with what only an answer can have', 'details', { details: true }],
    ['with a parameter of the earlier variant', 'udh', { udh: '00' }],
    ['with a parameter of the current variant', 'fallback', { fallback: 'vms', variant: 'earlier' }],
    [
      'with a clock that fails',
      'now',
      {
        now: () => {
          throw new Error('no clock');
        },
      },
    ],
  ])('%s', (_what, path, fields) => {
    expect(refusal({ ...ORDER, ...fields }).path).toBe(path);
  });

  it.each<readonly [string, number | undefined, string, Partial<MailOrder>]>([
    ['senderLength', 14, 'from', { from: 'Twelve chars' }],
    ['idx', 27, 'idx[0]', { idx: 'a-b' }],
    ['scheduleHorizon', 50, 'date', { date: hours(24 * 100) }],
    ['messageLength', 12, 'message', { message: 'x'.repeat(1531) }],
    ['noUnicode', 11, 'message', { noUnicode: true, message: 'ż' }],
    ['perRecipientCount', 18, 'idx', { idx: ['a', 'b'] }],
    ['paramCount', 18, 'params[0]', { params: [['a', 'b', 'c', 'd', 'e']] }],
    ['maxParts', 12, 'maxParts', { maxParts: 11 }],
    ['expirationWindow', 56, 'expirationDate', { expirationDate: hours(0.1) }],
    ['timeRestriction', 28, 'timeRestriction', untyped({ timeRestriction: 'never' })],
    ['fallbackRecipient', undefined, 'fallback', { fallback: 'vms', to: ['48500100200', '500100201'] }],
  ])('by the rule %s, which can be switched off', (rule, gatewayCode, path, fields) => {
    const order = { ...ORDER, now: () => NOW, ...fields };
    expect(refusal(order)).toMatchObject({ path, gatewayCode, operation: 'mail' });
    expect(composeMail(untyped({ ...order, validation: { [rule]: false } })).text).toContain('encoding=utf-8');
  });

  it.each([
    ['nothing', undefined],
    ['a revoked proxy', revoked()],
    ['a getter of a parameter that throws', throwing('message', ORDER)],
    ['a getter of an option that throws', throwing('gateway', ORDER)],
    ['a getter of the password that throws', { ...ORDER, credentials: throwing('password', credentials) }],
    ['a list that throws', { ...ORDER, to: throwing('0', ['48500100200']) }],
    ['numbers that are none', { ...ORDER, to: 48500100200 }],
  ])('that is %s', (_what, order) => {
    expect(refusal(order).path).not.toBe('');
  });
});
