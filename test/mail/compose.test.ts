import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { composeMail } from '../../src/mail/index.js';
import { DIGEST, ORDER } from './orders.js';

const NOW = (): Date => new Date('2026-11-23T09:05:07.500Z');
const LATER = new Date('2026-11-23T10:05:07.900Z');

describe('a mail to the gateway', () => {
  it('is written in the form of the specification, and ready for a server', () => {
    const mail = composeMail({
      ...ORDER,
      from: 'Test',
      message: 'Dzień dobry & witaj\nJan',
      transferEncoding: '8bit',
      mailFrom: 'shop@example.com',
      report: true,
      now: NOW,
    });
    const body = 'from=Test&to=48500100200&encoding=utf-8&raport=1&message=Dzień dobry & witaj';
    expect(mail.raw).toMatch(
      new RegExp(`^From: shop@example.com\r
To: sms@gateway.test\r
Subject: alice@shop@${DIGEST}\r
Date: Mon, 23 Nov 2026 09:05:07 \\+0000\r
Message-ID: <[\\w-]{20}@example.com>\r
MIME-Version: 1.0\r
Content-Type: text/plain; charset=utf-8\r
Content-Transfer-Encoding: 8bit\r
\r
${body}\r
Jan\r
$`),
    );
    expect(mail).toMatchObject({
      envelope: { from: 'shop@example.com', to: ['sms@gateway.test'], use8BitMime: true },
      from: 'shop@example.com',
      to: 'sms@gateway.test',
      subject: `alice@shop@${DIGEST}`,
      text: `${body}\nJan`,
      date: NOW(),
    });
    expect(mail.raw).toContain(`Message-ID: ${mail.messageId}\r\n`);
  });

  it('has every parameter of an SMS under its wire name, and the message last', () => {
    const mail = composeMail({
      message: 'Hi',
      gateway: ORDER.gateway,
      credentials: ORDER.credentials,
      to: ['48500100200', '500100201'],
      from: '2way',
      flash: true,
      date: LATER,
      dateValidate: true,
      checkIdx: true,
      notifyUrl: 'https://shop.test/report?a=1',
      test: true,
      timeRestriction: 'nearest_available',
      skipForeign: true,
      allowDuplicates: true,
      idx: ['a1', 'a2'],
      noUnicode: true,
      normalize: true,
      fast: true,
      partnerId: 7,
      maxParts: 3,
      expirationDate: new Date(LATER.getTime() + 3_600_000),
      discountGroup: 'Winter',
      params: [['Anna'], ['Jan']],
      single: false,
      now: NOW,
    });
    expect(mail.text.split('&')).toEqual([
      ...['from=2way', 'to=48500100200,500100201', 'flash=1', 'date=1795428307', 'date_validate=1', 'check_idx=1'],
      ...['notify_url=https://shop.test/report?a=1', 'test=1', 'time_restriction=nearest_available', 'skip_foreign=1'],
      ...['allow_duplicates=1', 'idx=a1|a2', 'nounicode=1', 'normalize=1', 'fast=1', 'partner_id=7', 'max_parts=3'],
      ...['expiration_date=1795431907', 'discount_group=Winter', 'param1=Anna|Jan', 'encoding=utf-8', 'message=Hi'],
    ]);
  });

  it('can have a group, or a template instead of a message', () => {
    const { to: _to, message: _message, ...others } = ORDER;
    const body = composeMail({ ...others, group: 'Stali klienci', template: 'Witaj', params: [['a', '']] }).text;
    expect(body).toBe('group=Stali klienci&template=Witaj&param1=a&param2=&encoding=utf-8');
    const landline = composeMail({ ...ORDER, to: '221234567', fallback: 'vms' }).text;
    expect(landline).toBe('to=221234567&fallback[0][type]=vms&encoding=utf-8&message=Hi');
  });
  it.each([
    ['base64', 'dG89NDg1MDAxMDAyMDAmZW5jb2Rpbmc9dXRmLTgmbWVzc2FnZT1aYcW8w7PFgsSHDQoud2nEmWNl\r\nag==\r\n'],
    [
      'quoted-printable',
      'to=3D48500100200&encoding=3Dutf-8&message=3DZa=C5=BC=C3=B3=C5=82=C4=87\r\n=2Ewi=C4=99cej\r\n',
    ],
    ['8bit', 'to=48500100200&encoding=utf-8&message=Zażółć\r\n.więcej\r\n'],
  ] as const)('is sent as %s', (transferEncoding, body) => {
    for (const message of ['Zażółć\n.więcej', 'Zażółć\r\n.więcej']) {
      const { raw } = composeMail({ ...ORDER, message, transferEncoding });
      expect(raw.slice(raw.indexOf('\r\n\r\n') + 4)).toBe(body);
      expect(raw).toContain(`\r\nContent-Transfer-Encoding: ${transferEncoding}\r\n`);
    }
  });

  it('keeps spaces and special characters in quoted-printable, with lines of at most 76 characters', () => {
    const message = `a \n\tb\nFrom c\n${'.'.repeat(80)}`;
    const { raw } = composeMail({ ...ORDER, message, transferEncoding: 'quoted-printable' });
    expect(raw.slice(raw.indexOf('\r\n\r\n') + 4).split('\r\n')).toEqual([
      ...['to=3D48500100200&encoding=3Dutf-8&message=3Da=20', '=09b', '=46rom c'],
      ...[`=2E${'.'.repeat(72)}=`, '=2E......', ''].map((line, index) => (index === 1 ? '=2E.....=2E' : line)),
    ]);
  });

  it('accepts a digest as password with the option', () => {
    const credentials = { username: 'alice', password: DIGEST.toUpperCase() };
    expect(composeMail({ ...ORDER, credentials, passwordHash: 'none' }).subject).toBe(`alice@${DIGEST}`);
  });

  it('without a sender has an empty envelope sender and an undisclosed From', () => {
    const mail = composeMail(ORDER);
    expect(mail.envelope).toEqual({ from: '', to: ['sms@gateway.test'] });
    expect(mail.from).toBeUndefined();
    expect(mail.raw).toMatch(/^From: undisclosed-sender:;\r\n/);
  });

  it('does not show its content when it is inspected, or written as JSON', () => {
    const mail = composeMail({ ...ORDER, message: 'Tajne: zażółć' });
    const shown = [
      inspect(mail, { showHidden: true }),
      inspect([mail]),
      JSON.stringify(mail),
      Object.values(mail.toJSON()).join(),
    ].join('\n');
    for (const secret of [DIGEST, 'Tajne', '500100200', 'alice']) expect(shown).not.toContain(secret);
    expect(JSON.parse(JSON.stringify(mail))).toEqual({
      mailTo: 'sms@gateway.test',
      date: mail.date.toISOString(),
      messageId: mail.messageId,
      bytes: Buffer.byteLength(mail.raw),
    });
  });
});
