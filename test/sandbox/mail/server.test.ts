import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type MailingSandbox, type SandboxMailOptions } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { untyped } from '../../support/unreadable.js';
import { Conversation, DIGEST, mail, mailGateway, mailRaw } from './mail-gateway.js';

let sandbox: MailingSandbox;
const open: Conversation[] = [];
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await sandbox?.close();
});

function conversation(): Conversation {
  const one = new Conversation(sandbox.mail.port);
  open.push(one);
  return one;
}

/** Says what comes before a mail. */
async function beforeData(): Promise<Conversation> {
  const smtp = conversation();
  expect(await smtp.say()).toBe(220);
  expect(await smtp.say('EHLO a')).toBe(250);
  expect(await smtp.say('MAIL FROM:<a@b.c>')).toBe(250);
  expect(await smtp.say('RCPT TO:<SMS@Gateway.TEST>')).toBe(250);
  expect(await smtp.say('DATA')).toBe(354);
  return smtp;
}

const HEADERS = `Subject: alice@${DIGEST}\r\nContent-Type: text/plain; charset=utf-8\r\n`;

describe('the mail server of the embedded gateway', () => {
  it('refuses other recipients', async () => {
    sandbox = await mailGateway({ mail: { address: 'sms@shop.test' } });
    const smtp = conversation();
    await smtp.say();
    await smtp.say('EHLO a');
    await smtp.say('MAIL FROM:<a@b.c>');
    expect(await smtp.say('RCPT TO:<sms@gateway.test>')).toBe(550);
    expect(await smtp.say('RCPT TO:<sms@shop.test>')).toBe(250);
  });

  it.each([
    ['has no form', `${HEADERS}\r\nHello`, 'the body has no parameters of a message'],
    ['has no text', 'Content-Type: text/html\r\n\r\n<p>to=1</p>', 'the mail has no part of plain text'],
    ['has too many headers', `X-A: ${'a'.repeat(70_000)}\r\n\r\nto=1`, 'the mail cannot be read'],
  ])('refuses a mail that %s', async (_what, raw, why) => {
    sandbox = await mailGateway();
    await expect(mailRaw(sandbox, raw)).rejects.toMatchObject({
      responseCode: 554,
      response: expect.stringContaining(why),
    });
    expect(sandbox.callCount('mail')).toBe(0);
  });

  it('refuses a mail that is too large, announced or not, and accepts the next one', async () => {
    sandbox = await mailGateway({ mail: { maxBytes: 2000 } });
    const smtp = await beforeData();
    smtp.socket.write(`${HEADERS}\r\nto=500100200&message=${'a\r\n'.repeat(5000)}`);
    expect(await smtp.say('.')).toBe(552);
    expect(await smtp.say('MAIL FROM:<a@b.c> SIZE=2001')).toBe(552);
    await mail(sandbox);
    expect(sandbox.account('alice')?.messages).toHaveLength(1);
  });

  it('limits the number of connections', async () => {
    sandbox = await mailGateway({ mail: { maxConnections: 1 } });
    expect(await conversation().say()).toBe(220);
    expect(await conversation().say()).toBe(421);
  });

  it.each([
    ['says nothing', async () => conversation()],
    ['does not end its mail', async () => beforeData()],
  ])('closes a connection that %s', async (_what, start) => {
    sandbox = await mailGateway({ mail: { timeoutMs: 300 } });
    const { socket } = await start();
    // It goes on saying something, and is closed even so.
    const drip = setInterval(() => socket.writable && socket.write(socket.bytesWritten > 0 ? 'a' : ''), 50);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    expect(sandbox.callCount('mail')).toBe(0);
  });

  it('continues after broken connections and HTTP requests', async () => {
    sandbox = await mailGateway();
    const smtp = await beforeData();
    smtp.socket.write(`${HEADERS}\r\nto=500100200`);
    smtp.socket.destroy();
    const page = conversation();
    await page.say();
    expect(await page.say('POST / HTTP/1.1')).toBe(421);
    await mail(sandbox);
    expect(sandbox.account('alice')?.messages).toHaveLength(1);
  });

  it('answers 451 if its clock fails, and sends nothing', async () => {
    let now: () => Date = () => new Date();
    sandbox = await mailGateway({ now: () => now() });
    now = () => new Date(Number.NaN);
    for (const report of [true, false]) {
      await expect(mail(sandbox, { report })).rejects.toMatchObject({
        responseCode: 451,
        response: expect.stringContaining('must return a valid Date'),
      });
    }
    now = () => new Date();
    await mail(sandbox);
    expect(sandbox.account('alice')?.messages).toHaveLength(1);
  });

  it('closes all connections with the gateway', async () => {
    sandbox = await mailGateway();
    const smtp = await beforeData();
    const ended = new Promise((resolve) => smtp.socket.once('close', resolve));
    await Promise.all([sandbox.close(), sandbox.close(), ended]);
    const again = connect(sandbox.mail.port, '127.0.0.1');
    const error = await new Promise<{ readonly code?: string }>((resolve) => again.once('error', resolve));
    expect(error.code).toBe('ECONNREFUSED');
  });
  it.each<readonly [string, SandboxMailOptions]>([
    ['mail.address', { address: 'sms' }],
    ['mail.address', { address: 'sms@a.b\r\n' }],
    ['mail.port', { port: 65_536 }],
    ['mail.maxBytes', { maxBytes: 0 }],
    ['mail.maxConnections', { maxConnections: 0 }],
    ['mail.timeoutMs', { timeoutMs: Number.POSITIVE_INFINITY }],
    ['mail.maxKeptReports', { maxKeptReports: -1 }],
    ['mail.host', untyped({ host: '0.0.0.0' })],
  ])('refuses the option %s: %j', async (path, options) => {
    expect(await rejection(mailGateway({ mail: options }))).toMatchObject({ code: 'VALIDATION', path });
  });
});
