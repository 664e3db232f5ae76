import { describe, expect, it } from 'vitest';
import { IncomingError, MailReportError, parseMailReport } from '../../src/mail/index.js';
import { everythingShown } from '../support/shown.js';

describe('a report by mail', () => {
  it('contains the status of each message', () => {
    expect(parseMailReport('My.Shop-1 a:48500100200:OK:3f0A:0.16\nTest:48500100201:ERROR:11')).toEqual([
      { sender: 'My.Shop-1 a', number: '48500100200', id: '3f0A', points: 0.16 },
      { sender: 'Test', number: '48500100201', code: 11 },
    ]);
  });

  it('may have CRLF and empty lines', () => {
    expect(parseMailReport('\r\n2way:500100200:OK:1001:1\r\n\r\n \r\n')).toEqual([
      { sender: '2way', number: '500100200', id: '1001', points: 1 },
    ]);
  });

  it.each([
    ['an error without number and sender', '::ERROR:101', { sender: '', number: '', code: 101 }],
    ['a number that was submitted wrong', 'Test:+48 (5) x:ERROR:13', { sender: 'Test', number: '+48 (5) x', code: 13 }],
    ['a test without an id', 'Test:48500100200:OK::0', { sender: 'Test', number: '48500100200', id: '', points: 0 }],
    [
      'a price with a comma',
      'Test:48500100200:OK:1:0,16',
      { sender: 'Test', number: '48500100200', id: '1', points: 0.16 },
    ],
  ])('can be %s', (_what, line, report) => {
    expect(parseMailReport(line)).toEqual([report]);
  });

  it.each([
    ['nothing', '', 1],
    ['empty lines', '\r\n\r\n', 1],
    ['another text', 'Your message was sent.', 1],
    ['a longer sender name', 'Twelve chars:48500100200:OK:1:1', 1],
    ['another letter in a sender name', 'Żółw:48500100200:OK:1:1', 1],
    ['no price', 'Test:48500100200:OK:1', 1],
    ['a price that is none', 'Test:48500100200:OK:1:free', 1],
    ['a negative price', 'Test:48500100200:OK:1:-1', 1],
    ['more behind the price', 'Test:48500100200:OK:1:1:1', 1],
    ['an id that is too long', `Test:48500100200:OK:${'1'.repeat(33)}:1`, 1],
    ['a sent message without a number', 'Test::OK:1:1', 1],
    ['no code', 'Test:48500100200:ERROR:', 1],
    ['a code that is a word', 'Test:48500100200:ERROR:secret', 1],
    ['more behind the code', 'Test:48500100200:ERROR:11:1', 1],
    ['neither OK nor ERROR', 'Test:48500100200:ok:1:1', 1],
    ['a line that is none, among others', 'Test:48500100200:OK:1:1\r\n\r\nsecret\r\n', 3],
    ['a text that is too long', 'Test:48500100200:OK:1:1\n'.repeat(90_000), 1],
  ])('is not %s', (_what, text, line) => {
    const error = errorOf(text);
    expect(error).toBeInstanceOf(IncomingError);
    expect(error).toMatchObject({ name: 'MailReportError', code: 'MAIL_REPORT', line });
    for (const secret of ['secret', '48500100200', 'Test']) expect(everythingShown(error)).not.toContain(secret);
  });
});

function errorOf(text: string): MailReportError {
  try {
    parseMailReport(text);
  } catch (error) {
    if (error instanceof MailReportError) return error;
  }
  throw new Error('no MailReportError');
}
