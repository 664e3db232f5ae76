import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer, { type Transporter } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeMail, parseMailReport } from '../../src/mail/index.js';
import { type MailingSandbox, startSandbox } from '../../src/sandbox/index.js';
import { readIndependently } from '../mail/independent-reader.js';
import { type Postfix, startPostfix } from './peers/postfix.js';

/** A mail server of recipients, or of a gateway that does not accept 8-bit mail. */
class Mailbox {
  readonly arrived: Buffer[] = [];
  readonly #server: SMTPServer;

  constructor(isOld: boolean) {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      hide8BITMIME: isOld,
      // Servers with this extension also accept 8 bits.
      hideSMTPUTF8: isOld,
      onData: (stream, _session, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          this.arrived.push(Buffer.concat(pieces));
          done();
        });
      },
    });
  }

  async listen(): Promise<number> {
    const listener = this.#server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

const shop = new Mailbox(false);
const oldGateway = new Mailbox(true);
const credentials = { username: 'alice', password: 'correct horse' };
let postfix: Postfix;
let sandbox: MailingSandbox;
let transport: Transporter;

beforeAll(async () => {
  const shopPort = await shop.listen();
  const routes = { 'shop.test': shopPort, 'old.test': await oldGateway.listen() };
  sandbox = await startSandbox({
    accounts: [{ ...credentials, points: 100 }],
    mail: {},
  });
  postfix = await startPostfix({ ...routes, 'gateway.test': sandbox.mail.port });
  transport = nodemailer.createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true });
});
beforeEach(() => {
  shop.arrived.length = 0;
  oldGateway.arrived.length = 0;
});

afterAll(async () => {
  await postfix?.stop();
  await sandbox?.close();
  await Promise.all([shop.close(), oldGateway.close()]);
});

/** Waits for a delivery of Postfix. */
async function until(isThere: () => boolean): Promise<void> {
  for (let tries = 0; !isThere(); tries++) {
    if (tries > 200) throw new Error(`it did not come: ${await postfix.log()}`);
    await sleep(100);
  }
}

const ENCODINGS = ['8bit', 'quoted-printable', 'base64'] as const;

/** Parts of a mail that mail servers may change. */
const MESSAGES = [
  'Zażółć gęślą jaźń',
  'ZAŻÓŁĆ & gęślą = 100 %41 + "jaźń" <€> 😀',
  'ż\n.\n..\n...ż\n\n\tż\n--\nż',
  // One line of 998 bytes.
  `x\n${'ż'.repeat(499)}\n.`,
];
/** Text that the encoding 8bit does not support. */
const HARD = ['a \nFrom b\n c \nż', 'x'.repeat(1400)];

const order = { credentials, to: '48500100200', mailFrom: 'anna@shop.test', validation: false } as const;

describe('through Postfix', () => {
  const cases = ENCODINGS.flatMap((encoding) =>
    [...MESSAGES, ...(encoding === '8bit' ? [] : HARD)].map((message, index) => [encoding, index, message] as const),
  );

  it.each(cases)(
    'a mail in %s arrives unchanged at the embedded gateway: message %i',
    async (encoding, _index, message) => {
      const before = sandbox.callCount('mail');
      const mail = composeMail({ ...order, gateway: sandbox.mail.address, message, transferEncoding: encoding });
      await transport.sendMail(mail);
      await until(() => sandbox.callCount('mail') > before);
      expect(sandbox.account('alice')?.messages.at(-1)).toMatchObject({ to: '48500100200', message });
    },
  );

  it.each(cases)(
    'a mail in %s arrives at a server without 8-bit support: message %i',
    async (encoding, _index, message) => {
      const mail = composeMail({ ...order, gateway: 'sms@old.test', message, transferEncoding: encoding });
      await transport.sendMail(mail);
      await until(() => oldGateway.arrived.length > 0);
      const [raw = Buffer.alloc(0)] = oldGateway.arrived;
      // Postfix has changed its encoding.
      if (encoding === '8bit') expect(raw.toString()).toMatch(/^Content-Transfer-Encoding: quoted-printable\r$/m);
      expect(await readIndependently(raw)).toMatchObject({ login: 'alice', message });
    },
  );

  it('a report that is mailed to the sender stays readable', async () => {
    await transport.sendMail(
      composeMail({ ...order, gateway: sandbox.mail.address, to: ['48500100200', '12'], message: 'ż', report: true }),
    );
    await until(() => sandbox.mail.reports.length > 0);
    const [{ to, text: sent } = { to: '', text: '' }] = sandbox.mail.reports;
    await transport.sendMail({ envelope: { from: '', to: [to] }, to, subject: 'SMS report', text: sent });
    await until(() => shop.arrived.length > 0);
    const text = String(shop.arrived[0]).split('\r\n\r\n')[1] ?? '';
    expect(parseMailReport(text)).toMatchObject([
      { sender: 'Test', number: '48500100200', points: 0.16 },
      { sender: 'Test', number: '12', code: 13 },
    ]);
  });

  it('a mail that the gateway rejects is returned as undeliverable', async () => {
    const raw = 'From: anna@shop.test\r\nSubject: a\r\n\r\nHello\r\n';
    await transport.sendMail({ envelope: { from: 'anna@shop.test', to: [sandbox.mail.address] }, raw });
    await until(() => shop.arrived.length > 0);
    expect(String(shop.arrived[0])).toContain('554 Not accepted: the body has no parameters');
  });
});
