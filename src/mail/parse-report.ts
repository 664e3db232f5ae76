import { MailReportError } from '../errors/incoming-error.js';
import { checkString } from '../options/check.js';

/** The result for one message, or for a number to which the gateway sent nothing. */
export interface MailReport {
  /** The sender name; empty if the gateway names none. */
  readonly sender: string;
  /** The recipient's number as the gateway writes it. After an error it may be the submitted text, or empty. */
  readonly number: string;
  /** The id of the sent message; absent after an error. */
  readonly id?: string;
  /** The points charged; absent after an error. */
  readonly points?: number;
  /** The gateway's error code; absent if the message was sent. */
  readonly code?: number;
}

const MAX_LENGTH = 2_097_152;

/** At most 11 characters (section 8); empty if the error occurred before a sender was assigned. */
const SENDER = /^[A-Za-z\d. -]{0,11}$/;
const NUMBER = /^\+?\d{3,20}$/;
const SUBMITTED = /^[^\p{Cc}:]{0,64}$/u;
/** At most 32 characters, as in callbacks (section 6). A test message may have no id. */
const ID = /^[\w-]{0,32}$/;
const POINTS = /^\d{1,12}(?:[.,]\d{1,9})?$/;
const CODE = /^\d{1,6}$/;

/**
 * Parses the report that the gateway mails back if `report` was requested (section 4.9). Each line is one message:
 * `Sender:number:OK:id:price` or `Sender:number:ERROR:code`.
 *
 * Pass the decoded text of the mail, as a mail parser returns it: without quoted-printable, base64 or another transfer
 * encoding. Lines end with LF or CRLF. Empty lines and white space at the end of a line are ignored. The text may have
 * at most 2,097,152 characters.
 *
 * @param text - the complete report
 * @returns one entry per line, in order; never empty
 * @throws MailReportError for any other text, with the number of the first invalid line but not its content
 * @throws ValidationError if the argument is not a string
 *
 * @example
 * ```ts
 * for (const { number, id, points, code } of parseMailReport('Test:48500100200:OK:1001:0.16')) {
 *   console.log(code === undefined ? `${id} for ${points} points` : `${number} failed with ${code}`);
 * }
 * ```
 */
export function parseMailReport(text: string): MailReport[] {
  if (checkString(text, 'text').length > MAX_LENGTH) throw new MailReportError(1, 'the report is too long');
  const reports: MailReport[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const written = line.trimEnd();
    if (written !== '') reports.push(readLine(written, index + 1));
  }
  if (reports.length === 0) throw new MailReportError(1, 'it contains no report');
  return reports;
}

function readLine(written: string, line: number): MailReport {
  // Split off one more field than the longest form has, to detect extra fields.
  const [sender = '', number = '', result = '', third = '', price, ...more] = written.split(':', 6);
  const refuse = (what: string): never => {
    throw new MailReportError(line, what);
  };
  if (!SENDER.test(sender)) refuse('the sender name differs from that of the message');
  if (result === 'OK') {
    if (!NUMBER.test(number)) refuse('the number is invalid');
    if (!ID.test(third)) refuse('the id is invalid');
    if (price === undefined || !POINTS.test(price) || more.length > 0) return refuse('the price is invalid');
    return { sender, number, id: third, points: Number(price.replace(',', '.')) };
  }
  if (result !== 'ERROR') refuse('it is neither OK nor ERROR');
  if (!SUBMITTED.test(number)) refuse('the number is invalid');
  if (!CODE.test(third) || price !== undefined) refuse('the code is invalid');
  return { sender, number, code: Number(third) };
}
