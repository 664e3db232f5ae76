import type nodemailerModule from 'nodemailer';
import { LOCAL_ADDRESS } from '../../local-server/local-server.js';
import type { MailSettings } from '../options/mail-options.js';
import { loadPeer } from './load-peer.js';

/** A report that the gateway has mailed back, or would have. */
export interface SandboxMailReport {
  /** The sender of the mail that asked for it. */
  readonly to: string;
  /** Its lines, as `parseMailReport` reads them. */
  readonly text: string;
  /** The time of it, by the gateway's clock. */
  readonly madeAt: Date;
  /** `'kept'` where the gateway has no server to mail it through, else whether that has taken it. */
  readonly delivery: 'kept' | 'mailed' | 'failed';
}

/** Makes reports, mails them, and keeps them. */
export class Reports {
  /** Those that are kept, oldest first: one list, which changes as they come. */
  readonly kept: SandboxMailReport[] = [];
  readonly #settings: MailSettings;
  readonly #nodemailer: typeof nodemailerModule | undefined;

  /** @throws ValidationError when nodemailer is needed and not installed */
  constructor(settings: MailSettings) {
    this.#settings = settings;
    if (settings.reportPort === undefined) return;
    const peer = { name: 'nodemailer', oldest: OLDEST_NODEMAILER, option: 'mail.reportPort' };
    this.#nodemailer = loadPeer(peer) as typeof nodemailerModule;
  }

  /** Makes a report, and has it mailed. It never fails: what comes of it stands in `delivery`. */
  async make(to: string, text: string, madeAt: Date): Promise<void> {
    const delivery = await this.#mail(to, text, madeAt);
    this.kept.push({ to, text, madeAt, delivery });
    if (this.kept.length > this.#settings.maxKeptReports) this.kept.shift();
  }

  async #mail(to: string, text: string, date: Date): Promise<SandboxMailReport['delivery']> {
    const { address, reportPort, timeoutMs } = this.#settings;
    if (this.#nodemailer === undefined || reportPort === undefined) return 'kept';
    const transport = this.#nodemailer.createTransport({
      host: LOCAL_ADDRESS,
      port: reportPort,
      secure: false,
      ignoreTLS: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    try {
      await transport.sendMail({
        // Nobody answers to a report: what cannot be delivered comes back to no one.
        envelope: { from: '', to: [to] },
        from: address,
        to,
        subject: 'SMS report',
        text: `${text}\n`,
        date,
        headers: { 'auto-submitted': 'auto-replied' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return 'mailed';
    } catch {
      return 'failed';
    } finally {
      transport.close();
    }
  }
}

const OLDEST_NODEMAILER = 7;
