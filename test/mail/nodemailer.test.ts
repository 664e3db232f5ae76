import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import nodemailer, { type Transporter } from 'nodemailer';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeMail } from '../../src/mail/index.js';
import { readIndependently } from './independent-reader.js';
import { DIGEST, ORDER } from './orders.js';

interface Arrived {
  readonly envelope: SMTPServerEnvelope;
  readonly raw: Buffer;
}

const arrived: Arrived[] = [];
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, { envelope }, done) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => {
      arrived.push({ envelope, raw: Buffer.concat(pieces) });
      done();
    });
  },
});
let transport: Transporter;

beforeAll(async () => {
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  transport = nodemailer.createTransport({ host: '127.0.0.1', port: (listener.address() as AddressInfo).port });
});
beforeEach(() => {
  arrived.length = 0;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const MESSAGE = 'Zażółć gęślą jaźń & 100 % = €\n\n.\n..kropki\nFromage 😀';

describe('nodemailer sends a mail to a server', () => {
  it.each(['8bit', 'quoted-printable', 'base64'] as const)('as %s', async (transferEncoding) => {
    const mail = composeMail({
      ...ORDER,
      message: MESSAGE,
      transferEncoding,
      from: 'Test',
      mailFrom: 'shop@example.com',
      report: true,
    });
    const info = await transport.sendMail(mail);
    expect(info.messageId).toBe(mail.messageId);
    expect(arrived).toHaveLength(1);
    const [{ envelope, raw }] = arrived as [Arrived];
    expect(envelope).toMatchObject({
      mailFrom: { address: 'shop@example.com' },
      rcptTo: [{ address: 'sms@gateway.test' }],
      bodyType: transferEncoding === '8bit' ? '8bitmime' : '7bit',
    });
    // To the byte, with its dots.
    expect(raw.toString('utf8')).toBe(mail.raw);
    expect(await readIndependently(raw)).toEqual({
      login: 'alice@shop',
      digest: DIGEST,
      parameters: [
        ['from', 'Test'],
        ['to', '48500100200'],
        ['encoding', 'utf-8'],
        ['raport', '1'],
      ],
      message: MESSAGE,
    });
  });
  it('and refuses a mail that was converted to JSON', async () => {
    const queued: unknown = JSON.parse(JSON.stringify(composeMail(ORDER)));
    await expect(transport.sendMail(queued as never)).rejects.toThrow('No recipients defined');
    expect(arrived).toEqual([]);
  });
});
