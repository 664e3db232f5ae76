import { connect, type Socket } from 'node:net';
import type nodemailerModule from 'nodemailer';
import { LOCAL_ADDRESS } from '../../local-server/local-server.js';
import { loadPeer } from '../../options/load-peer.js';
import type { MailSettings } from '../options/interface-options.js';

/** A report about a mail. It was mailed to the sender, or only kept. */
export interface SandboxMailReport {
  /** The sender of the original mail. */
  readonly to: string;
  /** Its lines, in the format that `parseMailReport` reads. */
  readonly text: string;
  /** The time of creation, by the gateway's clock. */
  readonly madeAt: Date;
  /** `'kept'` if the gateway has no server to send it; otherwise the result of sending it. */
  readonly delivery: 'kept' | 'mailed' | 'failed';
}

export class Reports {
  readonly kept: SandboxMailReport[] = [];
  readonly #settings: MailSettings;
  readonly #nodemailer: typeof nodemailerModule | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #inFlight = new Set<Promise<unknown>>();
  #beginning = 0;

  /** @throws ValidationError if nodemailer is required and not installed */
  constructor(settings: MailSettings) {
    this.#settings = settings;
    if (settings.reportPort === undefined) return;
    const peer = { name: 'nodemailer', oldest: OLDEST_NODEMAILER, neededBy: 'the option mail.reportPort' } as const;
    this.#nodemailer = loadPeer(peer) as typeof nodemailerModule;
  }

  /** Creates a report and mails it. It never rejects; `delivery` contains the result. */
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

  clear(): void {
    this.#beginning += 1;
    this.kept.length = 0;
  }

  async close(): Promise<void> {
    // nodemailer ignores a socket that closes without an error.
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
        // An empty sender: a report that cannot be delivered must not cause another mail.
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

  /** Opens the connection here, so that it can be aborted. */
  #connect(port: number, use: UseSocket): void {
    const socket = connect(port, LOCAL_ADDRESS);
    this.#sockets.add(socket);
    // The socket may be destroyed when nodemailer no longer listens for errors.
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

type UseSocket = (error: Error | null, socket?: { readonly connection: Socket } | false) => void;

const OLDEST_NODEMAILER = '6.9';
