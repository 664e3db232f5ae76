import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMail, parseMailReport } from '../../../src/mail/index.js';
import { readOptions } from '../../../src/options/table.js';
import { mailInterface, takeMail } from '../../../src/sandbox/mail/mail-interface.js';
import { SANDBOX_OPTIONS } from '../../../src/sandbox/options/sandbox-options.js';
import { createCore } from '../../../src/sandbox/sandbox.js';
import { ACCOUNT, CREDENTIALS, DIGEST, NOW } from './mail-gateway.js';

const options = readOptions({ accounts: [{ ...ACCOUNT, points: 1_000_000 }], now: () => NOW }, SANDBOX_OPTIONS);
const { answer } = createCore(options, [mailInterface('sms@gateway.test')]);

/** Parts of a mail and its form, valid and invalid. */
const PIECES = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', ' ', '\t', '\0', ':', ';', '"', '(', ')', '\\', '=', '=\r\n', '=zz', '=3D', '--'],
  ...[
    'Subject: ',
    'Content-Type: ',
    'Content-Transfer-Encoding: ',
    'Content-Disposition: attachment',
    'MIME-Version: 1.0',
  ],
  ...[
    'text/plain',
    'text/html',
    'multipart/mixed; boundary=b',
    'message/rfc822',
    '--b',
    '--b--',
    '; charset=',
    'utf-16',
  ],
  ...['iso-8859-2', 'utf-8', 'x-no', 'base64', 'quoted-printable', '8bit', '=?utf-8?q?=C5?=', '=?x?b?!!?=', '=?'],
  ...[
    '&',
    'to=',
    '500100200',
    ',',
    'from=',
    'Test',
    '2way',
    'group=A',
    'message=',
    'Hi',
    '[%1%]',
    'param1=',
    '|',
    'raport=1',
  ],
  ...[
    'encoding=',
    'date=',
    'idx=a',
    'check_idx=1',
    'template=',
    'max_parts=',
    'flash=1',
    'udh=',
    'datacoding=bin',
    '1',
    '%',
  ],
  ...['notify_url=', 'http://a', '[%shortlink:', '%]', '__proto__=', 'ż', '😀', '\ufeff', `alice@${DIGEST}`, 'zażółć'],
].map((piece) => Buffer.from(piece));

const anyBytes = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.uint8Array({ maxLength: 4 })), {
    maxLength: 40,
  })
  .map((pieces) => Buffer.concat(pieces));

/** Mails that were right, with a piece cut out and another one put in. */
const changed = fc
  .record({
    transferEncoding: fc.constantFrom('8bit' as const, 'quoted-printable' as const, 'base64' as const),
    message: fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `a${text.replace(/[\s\p{C}]/gu, '_')}b`),
    at: fc.nat(),
    length: fc.nat({ max: 40 }),
    put: anyBytes,
  })
  .map(({ transferEncoding, message, at, length, put }) => {
    const order = { gateway: 'sms@gateway.test', credentials: CREDENTIALS, to: ['500100200', '12'], message };
    const mailed = composeMail({ ...order, transferEncoding, mailFrom: 'a@b.c', report: true, validation: false });
    const raw = Buffer.from(mailed.raw);
    const from = at % raw.length;
    return Buffer.concat([raw.subarray(0, from), put, raw.subarray(from + length)]);
  });

describe('any mail', () => {
  it('is executed or refused without showing its content, and its report is readable', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyBytes, changed), async (raw) => {
        const outcome = await takeMail(raw, '127.0.0.1', answer, undefined);
        seen.add(outcome.kind);
        if (outcome.kind === 'refused') expect(outcome.reason).toMatch(/^the (?:mail|body) [\w ,]+$/);
        if (outcome.kind !== 'taken' || outcome.report === undefined) return;
        for (const { code } of parseMailReport(outcome.report)) seen.add(code === undefined ? 'sent' : `code ${code}`);
      }),
      { numRuns: 6000 },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['taken', 'refused', 'sent', 'code 13', 'code 101', 'code 11']));
  });
});
