import { connect, type Socket } from 'node:net';
import nodemailer from 'nodemailer';
import { composeMail, type MailOrder } from '../../../src/mail/index.js';
import { type MailingSandbox, type StartSandboxOptions, startSandbox } from '../../../src/sandbox/index.js';

export const NOW = new Date('2026-11-23T09:00:00Z');

export const CREDENTIALS = { username: 'alice', password: 'correct horse' };
export const ACCOUNT = { ...CREDENTIALS, points: 10, senders: ['Test', 'Shop'] };

/** The digest that `md5sum` gives for `correct horse`. */
export const DIGEST = '3cb4e732631f47e6eb961f34554b7cde';

/** An embedded gateway that receives mail. */
export function mailGateway(options: StartSandboxOptions = {}): Promise<MailingSandbox> {
  const { mail: settings = {}, ...others } = options;
  return startSandbox({ accounts: [ACCOUNT], now: () => NOW, ...others, mail: settings });
}

type OrderFields = Partial<Omit<MailOrder, 'to' | 'group' | 'message' | 'template'>> & {
  readonly to?: string | readonly string[];
  /** In place of `to`. */
  readonly group?: string;
  readonly message?: string;
};

/** Sends a mail through nodemailer, as users do, and asks for a report. */
export async function mail({ mail: { address, port } }: MailingSandbox, fields: OrderFields = {}): Promise<void> {
  const { to = '48500100200', group, message = 'Hi', ...others } = fields;
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port });
  await transport.sendMail(
    composeMail({
      gateway: address,
      credentials: CREDENTIALS,
      ...(group === undefined ? { to } : { group }),
      message,
      mailFrom: 'shop@example.com',
      report: true,
      now: () => NOW,
      validation: false,
      ...others,
    }),
  );
}

/** Sends a mail with any headers and body. */
export async function mailRaw({ mail: { address, port } }: MailingSandbox, raw: string | Buffer): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port });
  await transport.sendMail({ envelope: { from: 'shop@example.com', to: [address] }, raw });
}

/** A connection that sends lines and waits for SMTP responses. */
export class Conversation {
  readonly socket: Socket;
  #received = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (piece) => {
      this.#received += piece.toString('latin1');
    });
    this.socket.on('error', () => {});
  }

  /** Sends a line; without one, waits for the greeting. @returns the code of the response; 0 if the connection ends */
  async say(line?: string): Promise<number> {
    this.#received = '';
    if (line !== undefined) this.socket.write(`${line}\r\n`);
    for (;;) {
      const last = /^(\d{3}) [^\n]*\n$/m.exec(this.#received);
      if (last !== null) return Number(last[1]);
      if (this.socket.destroyed) return 0;
      await new Promise((resolve) => {
        this.socket.once('data', resolve);
        this.socket.once('close', resolve);
      });
    }
  }
}
