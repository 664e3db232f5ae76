import { inspect } from 'node:util';
import { redactNumbers } from '../redact/redact.js';

/** The addresses that a mail server is told. No interface: nodemailer takes only what may have further names. */
export type MailEnvelope = {
  /** Empty where the mail has no sender, to whom anything could come back. */
  readonly from: string;
  /** One address; the list is not read-only, because nodemailer's types take no such list. */
  readonly to: string[];
  /** Tells a server that takes 8BITMIME that the body has bytes of 8 bits. */
  readonly use8BitMime?: boolean;
};

/** The parts of a mail that somebody has written. */
export type MailParts = Pick<
  ComposedMail,
  'envelope' | 'raw' | 'from' | 'to' | 'subject' | 'text' | 'date' | 'messageId'
>;

/**
 * A mail to the gateway: what `sendMail` of nodemailer takes as it is. It sends `raw`, with the addresses of
 * `envelope`; the other fields say the same to programs.
 *
 * The digest of the password stands in the subject, because the gateway wants it there, and the text and the numbers
 * stand in the body. Inspecting the mail, or writing it as JSON, shows none of them; a copy (`{ ...mail }`), `subject`,
 * `text` and `raw` do.
 *
 * @example
 * ```ts
 * import { type ComposedMail, composeMail } from 'sms-service-client/mail';
 *
 * const gateway = 'sms@gateway.example';
 * const mail: ComposedMail = composeMail({ gateway, credentials, to: '48500100200', message: 'Hi' });
 * console.log(mail.envelope);
 * ```
 */
export class ComposedMail {
  readonly envelope: MailEnvelope;
  /** The whole mail, with its headers: lines end with CRLF. */
  readonly raw: string;
  /** The sender's address; `undefined` where none was given. */
  readonly from: string | undefined;
  /** The gateway's address. */
  readonly to: string;
  readonly subject: string;
  /** The body before its encoding: the parameters, lines end with LF. */
  readonly text: string;
  readonly date: Date;
  readonly messageId: string;

  /** @internal */
  constructor(parts: MailParts) {
    this.envelope = parts.envelope;
    this.raw = parts.raw;
    this.from = parts.from;
    this.to = parts.to;
    this.subject = parts.subject;
    this.text = parts.text;
    this.date = parts.date;
    this.messageId = parts.messageId;
  }

  /**
   * The mail as plain data for a log: without its subject, text and numbers. It is no mail that could be sent.
   *
   * @example
   * ```ts
   * import { composeMail } from 'sms-service-client/mail';
   *
   * const gateway = 'sms@gateway.example';
   * console.log(JSON.stringify(composeMail({ gateway, credentials, to: '48500100200', message: 'Hi' })));
   * ```
   */
  toJSON(): Record<string, unknown> {
    const { to, from, raw, date, messageId } = this;
    const addresses = { mailTo: redactNumbers(to), ...(from === undefined ? {} : { mailFrom: redactNumbers(from) }) };
    return { ...addresses, date, messageId: redactNumbers(messageId), bytes: Buffer.byteLength(raw) };
  }

  /** @internal */
  [inspect.custom](_depth: number, options: object, print: typeof inspect): string {
    return `${this.constructor.name} ${print(this.toJSON(), options)}`;
  }
}
