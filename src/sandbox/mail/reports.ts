import { connect, type Socket } from 'node:net';
import type nodemailerModule from 'nodemailer';
import { LOCAL_ADDRESS } from '../../local-server/local-server.js';
import { loadPeer } from '../../options/load-peer.js';
import type { MailSettings } from '../options/mail-options.js';

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
  readonly #sockets = new Set<Socket>();
  readonly #inFlight = new Set<Promise<unknown>>();
  /** How often all was forgotten. */
  #beginning = 0;

  /** @throws ValidationError when nodemailer is needed and not installed */
  constructor(settings: MailSettings) {
    this.#settings = settings;
    if (settings.reportPort === undefined) return;
    const peer = { name: 'nodemailer', oldest: OLDEST_NODEMAILER, neededBy: 'the option mail.reportPort' } as const;
    this.#nodemailer = loadPeer(peer) as typeof nodemailerModule;
  }

  /** Makes a report, and has it mailed. It never fails: what comes of it stands in `delivery`. */
  async make(to: string, text: string, madeAt: Date): Promise<void> {
    const beginning = this.#beginning;
    const mailed = this.#mail(to, text, madeAt);
    this.#inFlight.add(mailed);
    const delivery = await mailed;
    this.#inFlight.delete(mailed);
    if (beginning !== this.#beginning) return;
    this.kept.push({ to, text, madeAt, delivery });
    if (this.kept.length > this.#settings.maxKeptReports) this.kept.shift();
  }

  /** Forgets them all, also those that are being made. */
  clear(): void {
    this.#beginning += 1;
    this.kept.length = 0;
  }

  /** Breaks off what is being mailed, and waits for its end. */
  async close(): Promise<void> {
    // An end without an error is nothing that nodemailer listens to.
    for (const socket of this.#sockets) socket.destroy(new Error('The gateway was closed'));
    await Promise.all(this.#inFlight);
  }

  async #mail(to: string, text: string, date: Date): Promise<SandboxMailReport['delivery']> {
    const { address, reportPort, timeoutMs } = this.#settings;
    if (this.#nodemailer === undefined || reportPort === undefined) return 'kept';
    const transport = this.#nodemailer.createTransport({
      host: LOCAL_ADDRESS,
      port: reportPort,
      getSocket: (_options, use) => this.#connect(reportPort, use),
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

  /** Connects itself, to be able to break it off. */
  #connect(port: number, use: UseSocket): void {
    const socket = connect(port, LOCAL_ADDRESS);
    this.#sockets.add(socket);
    // It is also broken off when nodemailer does not listen any more.
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    const failed = (error: Error): void => use(error);
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      use(null, { connection: socket });
    });
  }
}

/** Gives nodemailer a connection, or what went wrong with it. */
type UseSocket = (error: Error | null, socket?: { readonly connection: Socket } | false) => void;

const OLDEST_NODEMAILER = '6.9';
