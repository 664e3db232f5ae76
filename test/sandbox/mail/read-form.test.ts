import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
import { readMail, readMailForm } from '../../../src/sandbox/mail/read-mail.js';

const TEXT = 'Zażółć';
/** The same in other charsets, by the tables of ISO and Microsoft. */
const IN_LATIN2 = Buffer.from([0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6]);
const IN_1250 = IN_LATIN2;
const CA_LATIN2 = Buffer.from([0x6d, 0xb1]); // "mą"
const CA_1250 = Buffer.from([0x6d, 0xb9]); // "mą"

const form = (parameters: string, message: Uint8Array | string): Buffer =>
  Buffer.concat([Buffer.from(`to=500100200${parameters}&message=`), Buffer.from(message)]);
const fieldsOf = (body: string | Uint8Array): Record<string, string> =>
  Object.fromEntries(readMailForm(Buffer.from(body), 'utf-8').fields);

describe('the form of a mail', () => {
  it.each([
    ['values as they are', 'from=A+B%20C&to=1=2', { from: 'A+B%20C', to: '1=2' }],
    ['white space around values', ' from = A \r\n&\r\nto=1\r\n', { from: 'A', to: '1' }],
    ['the last one of a name', 'to=1&to=2', { to: '2' }],
    ['a message with all that follows', 'to=1&message=a&to=2\r\nmessage=b', { to: '1', message: 'a&to=2\nmessage=b' }],
    ['a message alone', 'message=a', { message: 'a' }],
    ['a message behind empty lines', '\r\n\r\nmessage=a\r\n\r\n', { message: 'a' }],
    ['a message with white space in it', 'to=1&message= a \r\n b ', { to: '1', message: ' a \n b ' }],
    ['no message of another name', 'to=1&xmessage=a&message=b', { to: '1', xmessage: 'a', message: 'b' }],
    [
      'names of objects',
      '__proto__=a&constructor=b&to=1',
      Object.fromEntries([
        ['__proto__', 'a'],
        ['constructor', 'b'],
        ['to', '1'],
      ]),
    ],
    ['what has no value', 'to&group=A&flash', { group: 'A' }],
  ])('has %s', (_what, body, fields) => {
    expect(fieldsOf(body)).toEqual(fields);
  });

  it.each([
    ['another text', 'Hello, please send this to Anna.'],
    ['nothing', ''],
    ['parameters of no message', 'from=Test&flash=1'],
    ['more than 1,000 parameters', `to=1${'&a=b'.repeat(1000)}`],
  ])('is not %s', (_what, body) => {
    expect(() => fieldsOf(body)).toThrow(Problem);
  });
});

describe('the charset of a form', () => {
  it.each<readonly [string, Buffer, string | undefined, string]>([
    ['named by the form', form('&encoding=utf-8', TEXT), undefined, TEXT],
    ['named by the form, whatever the mail says', form('&encoding=utf-8', TEXT), 'iso-8859-2', TEXT],
    ['named by the form in capitals', form('&encoding=ISO-8859-2', CA_LATIN2), 'utf-8', 'mą'],
    ['that of the mail where the form names none', form('', IN_LATIN2), 'iso-8859-2', TEXT],
    ['that of the mail where the form names an empty one', form('&encoding=', TEXT), 'utf-8', TEXT],
    ['windows-1250 where nobody names one', form('', CA_1250), undefined, 'mą'],
    ['windows-1250 where the mail is said to be ASCII', form('', IN_1250), 'us-ascii', TEXT],
    ['windows-1250 where nobody knows that of the mail', form('', CA_1250), 'x-unknown', 'mą'],
  ])('is %s', (_what, body, charset, message) => {
    const { fields, unreadable } = readMailForm(body, charset);
    expect(unreadable).toBeUndefined();
    expect(fields.get('message')).toBe(message);
  });

  it('that does not match the bytes is refused (11)', () => {
    const body = form('&encoding=utf-8', IN_LATIN2);
    expect(readMailForm(body, 'iso-8859-2')).toMatchObject({ unreadable: 11 });
  });

  it('that is unknown is refused (8)', () => {
    expect(readMailForm(form('&encoding=x-unknown', TEXT), 'utf-8')).toMatchObject({ unreadable: 8 });
  });
});

/** A mail by its lines. */
const mailOf = (...lines: readonly string[]): Buffer => Buffer.from(lines.join('\r\n'), 'utf8');

async function bodyOf(raw: Buffer): Promise<string> {
  return Buffer.from((await readMail(raw)).body)
    .toString('utf8')
    .trimEnd();
}

describe('a mail', () => {
  it.each([
    ['in 8bit', 'Content-Transfer-Encoding: 8bit', 'to=1&message=ż'],
    ['in base64, in capitals', 'CONTENT-TRANSFER-ENCODING: BASE64', 'dG89MSZtZXNzYWdlPcW8'],
    ['in base64, in short lines', 'Content-transfer-encoding:base64', 'dG89MSZt\r\nZXNzYWdl\r\nPcW8'],
    [
      'in quoted-printable, in mixed case',
      'Content-Transfer-Encoding: Quoted-Printable',
      'to=3D1&mes=\r\nsage=3d=c5=BC  ',
    ],
    [
      'in quoted-printable with a comment',
      'Content-Transfer-Encoding: (b) quoted-printable (a)',
      'to=3D1&message=3D=C5=BC',
    ],
  ])('%s', async (_what, header, body) => {
    expect(await bodyOf(mailOf('Subject: a', header, '', body))).toBe('to=1&message=ż');
  });

  it('may have a subject that is folded, encoded, or repeated', async () => {
    const subject = async (...lines: readonly string[]): Promise<string> =>
      (await readMail(mailOf(...lines, '', 'to=1'))).subject;
    expect(await subject('Subject:', ' alice@0123')).toBe('alice@0123');
    expect(await subject('SUBJECT: =?utf-8?Q?alice=400123?=')).toBe('alice@0123');
    expect(await subject('Subject: =?utf-8?B?YWxpY2VA?=', ' =?utf-8?B?MDEyMw==?=')).toBe('alice@0123');
    expect(await subject('Subject: a@1', 'Subject: b@2')).toBe('a@1');
    expect(await subject('From: a@b.c')).toBe('');
  });

  it('contains the charset of its text, with quotes and in upper or lower case', async () => {
    const charset = async (type: string): Promise<string | undefined> =>
      (await readMail(mailOf(`Content-Type: ${type}`, '', 'to=1'))).charset;
    expect(await charset('text/plain; charset="ISO-8859-2"')).toBe('iso-8859-2');
    expect(await charset('TEXT/PLAIN;\r\n\tcharset=utf-8; format=flowed')).toBe('utf-8');
    expect(await charset('text/plain')).toBeUndefined();
    expect(await charset('text/plain; charset=""')).toBeUndefined();
  });

  it('uses the first plain text of several parts, not an attachment', async () => {
    const parts = [
      ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain'],
      ...['Content-Disposition: attachment', '', 'to=9', '--b', 'Content-Type: multipart/alternative; boundary=c', ''],
      ...['--c', 'Content-Type: text/html', '', '<p>to=8</p>', '--c', 'Content-Type: text/plain', '', 'to=1', '--c--'],
      ...['--b', 'Content-Type: text/plain', '', 'to=7', '--b--', ''],
    ];
    expect(await bodyOf(mailOf(...parts))).toBe('to=1');
  });

  it.each([
    ['HTML alone', mailOf('Content-Type: text/html', '', '<p>to=1</p>')],
    ['another mail', mailOf('Content-Type: message/rfc822', '', 'Subject: a', '', 'to=1')],
    ['more headers than anybody writes', mailOf(`X-A: ${'a'.repeat(70_000)}`, '', 'to=1')],
    ['lines of nothing', mailOf('Subject: a', '', 'to=1&message=a', '\n'.repeat(12_000))],
    [
      'parts inside each other without end',
      mailOf(
        ...Array.from({ length: 30 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`),
        '',
        'to=1',
      ),
    ],
  ])('is refused if it is %s', async (_what, raw) => {
    await expect(readMail(raw)).rejects.toThrow(Problem);
  });
});
