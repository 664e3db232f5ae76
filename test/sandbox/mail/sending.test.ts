import { afterEach, describe, expect, it } from 'vitest';
import { parseMailReport } from '../../../src/mail/index.js';
import type { MailingSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { ACCOUNT, CREDENTIALS, mail, mailGateway, NOW } from './mail-gateway.js';

let sandbox: MailingSandbox;
afterEach(() => sandbox?.close());

const messages = () => sandbox.account('alice')?.messages ?? [];
const lastReport = () => parseMailReport(sandbox.mail.reports.at(-1)?.text ?? '');

describe('the embedded gateway receives mail', () => {
  it.each(['8bit', 'quoted-printable', 'base64'] as const)('and reads the text as %s', async (transferEncoding) => {
    sandbox = await mailGateway();
    const message = 'Zażółć gęślą jaźń & 100 %41+b = €\n\n.\n..kropki\n\tFromage';
    await mail(sandbox, { message, transferEncoding, from: 'Shop', idx: 'A1', partnerId: 7 });
    expect(messages()).toMatchObject([
      { to: '48500100200', from: 'Shop', message, idx: 'A1', partnerId: 7, acceptedAt: NOW },
    ]);
    expect(sandbox.callCount('mail')).toBe(1);
    expect(sandbox.requests).toEqual([{ operation: 'mail', receivedAt: NOW }]);
  });

  it('and reports each message and each skipped number', async () => {
    sandbox = await mailGateway();
    await mail(sandbox, { to: ['48500100200', '12', '500 100 201'], from: '2way' });
    expect(sandbox.mail.reports).toEqual([
      {
        to: 'shop@example.com',
        text: '2way:48500100200:OK:1001:0.16\n2way:48500100201:OK:1002:0.16\n2way:12:ERROR:13',
        madeAt: NOW,
      },
    ]);
    expect(lastReport()).toEqual([
      { sender: '2way', number: '48500100200', id: '1001', points: 0.16 },
      { sender: '2way', number: '48500100201', id: '1002', points: 0.16 },
      { sender: '2way', number: '12', code: 13 },
    ]);
  });

  it('and sends no report by default', async () => {
    sandbox = await mailGateway();
    await mail(sandbox, { report: false });
    await mail(sandbox, { report: false, mailFrom: undefined });
    expect(messages()).toHaveLength(2);
    expect(sandbox.mail.reports).toEqual([]);
  });

  it.each<readonly [string, Parameters<typeof mail>[1], string]>([
    ['the wrong password', { credentials: { ...CREDENTIALS, password: 'secret' } }, 'Test:48500100200:ERROR:101'],
    ['an unknown login', { credentials: { ...CREDENTIALS, username: 'bob' } }, 'Test:48500100200:ERROR:101'],
    ['no correct number', { to: ['12', 'ab'] }, 'Test:12:ERROR:13\nTest::ERROR:13'],
    ['another sender name', { from: 'Other' }, 'Other:48500100200:ERROR:14'],
    ['a sender name that no report can hold', { from: 'Żółw:1' }, ':48500100200:ERROR:14'],
    ['too many parts', { message: 'x'.repeat(1531) }, 'Test:48500100200:ERROR:12'],
    [
      'too few points',
      { to: Array.from({ length: 70 }, (_, i) => `4850010${1000 + i}`) },
      'Test:48500101000:ERROR:103',
    ],
    ['an unknown group', { group: 'A' }, 'Test::ERROR:40'],
  ])('and reports the code of %s', async (_what, fields, text) => {
    sandbox = await mailGateway();
    await mail(sandbox, fields);
    expect(messages()).toEqual([]);
    expect(sandbox.mail.reports[0]?.text.startsWith(text)).toBe(true);
    expect(lastReport().length).toBeGreaterThan(0);
  });

  it('and ignores fields of the other variant', async () => {
    sandbox = await mailGateway({ variant: 'current' });
    await mail(sandbox, { variant: 'earlier', from: 'Eco' } as never);
    expect(lastReport()).toMatchObject([{ sender: 'Eco', code: 14 }]);
    await sandbox.close();
    sandbox = await mailGateway({ variant: 'earlier' });
    await mail(sandbox, { variant: 'earlier', from: 'Eco' } as never);
    expect(messages()).toMatchObject([{ eco: true }]);
  });

  it('and uses its clock and the IP filter', async () => {
    sandbox = await mailGateway({ accounts: [{ ...ACCOUNT, allowedAddresses: ['127.0.0.1'] }] });
    await mail(sandbox, { date: new Date(NOW.getTime() + 3_600_000) });
    expect(sandbox.account('alice')?.scheduled).toMatchObject([{ sendAt: new Date('2026-11-23T10:00:00Z') }]);
    await sandbox.close();
    sandbox = await mailGateway({ accounts: [{ ...ACCOUNT, allowedAddresses: ['10.0.0.1'] }] });
    await mail(sandbox);
    expect(lastReport()).toMatchObject([{ code: 105 }]);
  });

  it('and refuses a repeated idx', async () => {
    sandbox = await mailGateway();
    const fields = { idx: 'a1', checkIdx: true };
    await mail(sandbox, fields);
    await mail(sandbox, fields);
    expect(messages()).toHaveLength(1);
    expect(lastReport()).toMatchObject([{ number: '48500100200', code: 53 }]);
  });

  it('and fails on request', async () => {
    sandbox = await mailGateway();
    sandbox.failNext('mail', { result: 201 });
    await mail(sandbox);
    expect(lastReport()).toMatchObject([{ code: 201 }]);
    sandbox.failNext('mail', { drop: 'before' });
    expect(await rejection(mail(sandbox))).toMatchObject({ code: 'ECONNECTION' });
    expect(messages()).toHaveLength(0);
    for (const drop of ['after', 'unanswered'] as const) {
      sandbox.failNext('mail', { drop });
      expect(await rejection(mail(sandbox))).toMatchObject({ code: 'ECONNECTION' });
    }
    expect(messages()).toHaveLength(2);
    expect(sandbox.mail.reports).toHaveLength(1);
    sandbox.failNext('mail', { delayMs: 1 });
    await mail(sandbox);
    expect(messages()).toHaveLength(3);
  });
});
