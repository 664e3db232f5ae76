import { inspect } from 'node:util';
import { redactNumbers } from '../redact/redact.js';

/** The SMTP envelope. A type alias, not an interface: nodemailer's types require an implicit index signature. */
export type MailEnvelope = {
  /** Empty if the mail has no sender address for bounces. */
  readonly from: string;
  /** One address. The array is mutable because nodemailer's types do not accept a read-only one. */
  readonly to: string[];
  /** Declares an 8-bit body to servers that support 8BITMIME. */
  readonly use8BitMime?: boolean;
};

/** The data of a composed mail. */
export type MailParts = Pick<
  ComposedMail,
  'envelope' | 'raw' | 'from' | 'to' | 'subject' | 'text' | 'date' | 'messageId'
>;

/**
 * A mail to the gateway, in the form that `sendMail` of nodemailer accepts. nodemailer sends `raw` to the addresses of
 * `envelope`; the other fields are for programs.
 *
 * The subject contains the digest of the password (the gateway requires it), and the body contains the text and the
 * numbers. Inspecting the mail or converting it to JSON hides them. A copy (`{ ...mail }`), `subject`, `text` and `raw`
 * contain them.
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
  /** The complete mail with its headers. Lines end with CRLF. */
  readonly raw: string;
  /** The sender's address; `undefined` if none was given. */
  readonly from: string | undefined;
  /** The gateway's address. */
  readonly to: string;
  readonly subject: string;
  /** The body before transfer encoding: the parameters. Lines end with LF. */
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
   * Returns plain data for a log: without subject and text, and with redacted numbers. The result cannot be sent.
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
