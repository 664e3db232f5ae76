import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseMailReport } from '../../../src/mail/index.js';
import type { MailingSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { mail, mailing, mailRaw, NOW } from './mailing.js';

const arrived: { readonly from: string; readonly to: readonly string[]; readonly raw: Buffer }[] = [];
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onRcptTo: ({ address }, _session, done) => done(address === 'full@example.com' ? new Error('full') : null),
  onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => {
      const from = mailFrom === false ? '' : mailFrom.address;
      arrived.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(pieces) });
      done();
    });
  },
});
let reportPort = 0;
let sandbox: MailingSandbox;

beforeAll(async () => {
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  reportPort = (listener.address() as AddressInfo).port;
});
afterEach(async () => {
  arrived.length = 0;
  await sandbox?.close();
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

describe('a report', () => {
  it('is mailed to the sender of the mail, from no one, before that is answered', async () => {
    sandbox = await mailing({ mail: { reportPort } });
    await mail(sandbox, { to: ['48500100200', '500100201'] });
    expect(arrived).toMatchObject([{ from: '', to: ['shop@example.com'] }]);
    const { subject, text = '', headers, date } = await simpleParser(arrived[0]?.raw ?? '');
    expect(subject).toBe('SMS report');
    expect(date).toEqual(NOW);
    expect(headers.get('auto-submitted')).toBe('auto-replied');
    expect(text).toBe('Test:48500100200:OK:1001:0.16\nTest:48500100201:OK:1002:0.16\n');
    expect(parseMailReport(text)).toHaveLength(2);
    expect(sandbox.mail.reports).toMatchObject([{ delivery: 'mailed' }]);
  });

  it('is kept where it cannot be mailed', async () => {
    sandbox = await mailing({ mail: { reportPort } });
    await mail(sandbox, { mailFrom: 'full@example.com' });
    expect(sandbox.mail.reports).toMatchObject([{ to: 'full@example.com', delivery: 'failed' }]);
    await sandbox.close();
    sandbox = await mailing({ mail: { reportPort: 1 } });
    await mail(sandbox);
    expect(sandbox.mail.reports).toMatchObject([{ delivery: 'failed' }]);
  });

  it('leaves nothing behind that would end the program with the gateway', async () => {
    // A server that does not close connections when it is told that the mail was the last one.
    const hanging = createServer((socket) => {
      const answers = ['220 a', '250 a', '250 a', '250 a', '354 a', '250 a'];
      const next = (): void => {
        const answer = answers.shift();
        if (answer !== undefined) socket.write(`${answer}\r\n`);
      };
      socket.on('error', () => {});
      socket.on('data', (data) => {
        if (answers.length !== 1 || data.includes('\r\n.\r\n')) next();
      });
      next();
    });
    hanging.listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    sandbox = await mailing({ mail: { reportPort: (hanging.address() as AddressInfo).port } });
    await mail(sandbox);
    expect(sandbox.mail.reports).toMatchObject([{ delivery: 'mailed' }]);
    await sandbox.close();
    await new Promise((resolve) => hanging.close(resolve));
  });

  it('is broken off with the gateway, where its server says nothing', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    sandbox = await mailing({ mail: { reportPort: (silent.address() as AddressInfo).port } });
    const connected = once(silent, 'connection');
    const sent = rejection(mail(sandbox));
    const [socket] = (await connected) as [Socket];
    socket.on('error', () => {});
    await sandbox.close();
    expect(sandbox.mail.reports).toMatchObject([{ delivery: 'failed' }]);
    expect(await sent).toMatchObject({ code: 'ECONNECTION' });
    await new Promise((resolve) => silent.close(resolve));
  });

  it.each(['1', 'true', 'yes', ' 1 '])('is made where raport is %j', async (value) => {
    sandbox = await mailing();
    await mailRaw(sandbox, `Subject: a\r\n\r\nraport=${value}&to=500100200&message=Hi`);
    expect(sandbox.mail.reports).toMatchObject([{ text: 'Test:500100200:ERROR:101' }]);
  });

  it.each(['0', 'false', ''])('is not made where raport is %j', async (value) => {
    sandbox = await mailing();
    await mailRaw(sandbox, `Subject: a\r\n\r\nraport=${value}&to=500100200&message=Hi`);
    expect(sandbox.callCount('mail')).toBe(1);
    expect(sandbox.mail.reports).toEqual([]);
  });
});
