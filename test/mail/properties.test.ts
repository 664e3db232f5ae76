import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSmsServiceError } from '../../src/client/index.js';
import { withoutInvisible } from '../../src/domain/phone-number.js';
import { type ComposedMail, composeMail, type MailOrder } from '../../src/mail/index.js';
import { readMail, readMailForm } from '../../src/sandbox/mail/read-mail.js';
import { readIndependently } from './independent-reader.js';

/** What a mail, its encodings, its transport or the form may stumble over. */
const STUMBLING_BLOCKS = [
  ...['&', '=', '&message=', 'message=', '&to=500', '%', '%41', '+', '?', '=?utf-8?q?a?=', '=\n', '=41', ';', ':', '|'],
  ...[
    ' ',
    '  ',
    ' \n',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\n.',
    '\n..',
    '\n.\n',
    '\nFrom me',
    '\n>From',
    '\n-- \n',
    '--',
  ],
  ...['\0', '\u0001', '\u000b', '\f', '\u001b', '\u007f', '\u0085', '\u00a0', '\u2028', '\u2029', '\ufeff', '\ufffd'],
  ...['Zażółć gęślą jaźń', 'ż', '€', '😀', '\ud83d', '\ude00', 'e\u0301', 'Subject: x', 'Bcc: a@b.c', '\r\nBcc: a@b.c'],
];
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...STUMBLING_BLOCKS),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      fc.nat({ max: 1100 }).map((length) => 'x'.repeat(length)),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019-. '), minLength: 1, maxLength: 9 });
const mostly = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: anyText });

const order: fc.Arbitrary<MailOrder> = fc.record(
  {
    gateway: fc.constantFrom('sms@gateway.test', 'sms@[127.0.0.1]'),
    credentials: fc.record({ username: mostly(fc.constantFrom('alice', 'alice@shop')), password: mostly(word) }),
    to: fc.array(mostly(fc.constantFrom('48500100200', '500100201')), { minLength: 1, maxLength: 3 }),
    message: anyText,
    from: mostly(word),
    idx: fc.constantFrom('a1', 'B2'),
    notifyUrl: mostly(fc.constantFrom('https://shop.test/r?a=1', 'https://shop.test/ż')),
    params: fc.array(fc.array(mostly(word), { maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    flash: fc.boolean(),
    report: fc.boolean(),
    mailFrom: mostly(fc.constant('shop@example.com')),
    transferEncoding: fc.constantFrom('8bit' as const, 'quoted-printable' as const, 'base64' as const),
    validation: fc.constant(false),
  },
  { requiredKeys: ['gateway', 'credentials', 'to', 'message', 'transferEncoding', 'validation'] },
);

/** The values of an order that a reader must see. */
function parametersOf({ to, from, idx, notifyUrl, params, flash, report }: MailOrder): Record<string, string> {
  const columns = [0, 1].flatMap((column): [string, string][] => {
    const isThere = params?.some((row) => row[column] !== undefined) === true;
    return isThere ? [[`param${column + 1}`, (params ?? []).map((row) => row[column] ?? '').join('|')]] : [];
  });
  return {
    to: (to as readonly string[]).map(withoutInvisible).join(','),
    ...(from === undefined ? {} : { from }),
    ...(idx === undefined ? {} : { idx: idx as string }),
    ...(notifyUrl === undefined ? {} : { notify_url: notifyUrl }),
    ...Object.fromEntries(columns),
    ...(flash === true ? { flash: '1' } : {}),
    ...(report === true ? { raport: '1' } : {}),
    encoding: 'utf-8',
  };
}

function composed(given: MailOrder): ComposedMail | undefined {
  try {
    return composeMail(given);
  } catch (error) {
    expect(isSmsServiceError(error) && error.code).toBe('VALIDATION');
    return undefined;
  }
}

describe('any order', () => {
  it('is refused, or read unchanged by another reader', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(order, async (given) => {
        const mail = composed(given);
        if (mail === undefined) return;
        accepted += 1;
        const read = await readIndependently(mail.raw);
        expect(read.login).toBe(given.credentials.username);
        expect(read.digest).toMatch(/^[\da-f]{32}$/);
        expect(read.message).toBe((given.message as string).replaceAll('\r\n', '\n'));
        expect(Object.fromEntries(read.parameters)).toEqual(parametersOf(given));
        expect(read.parameters).toHaveLength(Object.keys(parametersOf(given)).length);
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('is refused, or read unchanged by the embedded gateway', async () => {
    await fc.assert(
      fc.asyncProperty(order, async (given) => {
        const mail = composed(given);
        if (mail === undefined) return;
        const { subject, body, charset } = await readMail(Buffer.from(mail.raw));
        expect(subject).toBe(mail.subject);
        const { fields, unreadable } = readMailForm(body, charset);
        expect(unreadable).toBeUndefined();
        const message = (given.message as string).replaceAll('\r\n', '\n');
        expect(Object.fromEntries(fields)).toEqual({ ...parametersOf(given), message });
      }),
      { numRuns: 1500 },
    );
  });

  it('has one header of each name, lines of at most 998 bytes, and no single CR or LF', () => {
    fc.assert(
      fc.property(order, (given) => {
        const mail = composed(given);
        if (mail === undefined) return;
        expect(mail.raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const [head = ''] = mail.raw.split('\r\n\r\n', 1);
        expect(head.split('\r\n').map((line) => line.split(':', 1)[0])).toEqual([
          ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'],
          'Content-Transfer-Encoding',
        ]);
        const longest = Math.max(...mail.raw.split('\r\n').map((line) => Buffer.byteLength(line)));
        expect(longest).toBeLessThanOrEqual(998);
        if (given.transferEncoding === '8bit') return;
        // Behind the headers both encodings are ASCII in short lines.
        const lines = mail.raw.slice(head.length + 4).split('\r\n');
        expect(lines.every((line) => /^[ -~]{0,76}$/.test(line) && !/^(?:\.|From )| $/.test(line))).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });
});
