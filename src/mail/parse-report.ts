import { MailReportError } from '../errors/incoming-error.js';
import { checkString } from '../options/check.js';

/** What the gateway reports of one message, or of a number that it did not send to. */
export interface MailReport {
  /** The sender name; empty where the gateway names none. */
  readonly sender: string;
  /** The recipient's number, as the gateway writes it; after an error it may be what was submitted, or empty. */
  readonly number: string;
  /** The id of the message that was sent; absent after an error. */
  readonly id?: string;
  /** The points charged; absent after an error. */
  readonly points?: number;
  /** The gateway code of an error; absent where the message was sent. */
  readonly code?: number;
}

/** The most characters of a report that is read. */
const MAX_LENGTH = 2_097_152;

/** At most 11 characters (section 8); empty where an error came before there was a sender. */
const SENDER = /^[A-Za-z\d. -]{0,11}$/;
const NUMBER = /^\+?\d{3,20}$/;
/** What was submitted as a number may be anything, but for the colon that would end it. */
const SUBMITTED = /^[^\p{Cc}:]{0,64}$/u;
/** At most 32 characters, as in callbacks (section 6); a message that is only tested may have no id. */
const ID = /^[\w-]{0,32}$/;
const POINTS = /^\d{1,12}(?:[.,]\d{1,9})?$/;
const CODE = /^\d{1,6}$/;

/**
 * Reads the report that the gateway mails back where `report` asked for one (section 4.9): a line for each message,
 * `Sender:number:OK:id:price` or `Sender:number:ERROR:code`.
 *
 * It takes the text of the mail, as a parser of mail gives it: quoted-printable with its soft line breaks, base64 and
 * the charset are undone by then. Lines end with LF or CRLF; empty lines, and white space at the end of a line, say
 * nothing. At most 2,097,152 characters are read.
 *
 * @param text - of the whole report
 * @returns what each line says, in their order; never empty
 * @throws MailReportError for any other text, with the number of the first line that does not fit, and nothing of it
 * @throws ValidationError when what is given is no string
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
  if (reports.length === 0) throw new MailReportError(1, 'there is no report in it');
  return reports;
}

function readLine(written: string, line: number): MailReport {
  // One field more than the longest form has: what stands there too much is seen.
  const [sender = '', number = '', result = '', third = '', price, ...more] = written.split(':', 6);
  const refuse = (what: string): never => {
    throw new MailReportError(line, what);
  };
  if (!SENDER.test(sender)) refuse('the sender name does not fit');
  if (result === 'OK') {
    if (!NUMBER.test(number)) refuse('the number does not fit');
    if (!ID.test(third)) refuse('the id does not fit');
    if (price === undefined || !POINTS.test(price) || more.length > 0) return refuse('the price does not fit');
    return { sender, number, id: third, points: Number(price.replace(',', '.')) };
  }
  if (result !== 'ERROR') refuse('it is neither OK nor ERROR');
  if (!SUBMITTED.test(number)) refuse('the number does not fit');
  if (!CODE.test(third) || price !== undefined) refuse('the code does not fit');
  return { sender, number, code: Number(third) };
}
