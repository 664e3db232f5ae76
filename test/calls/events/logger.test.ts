import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import winston from 'winston';
import { type Logger, SmsServiceClient } from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';

/** A stream that keeps the lines of JSON that are written to it. */
function stored(): { readonly stream: Writable; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().split('\n')) if (line !== '') lines.push(JSON.parse(line));
      done();
    },
  });
  return { stream, lines };
}

/** Makes a call that succeeds, and one whose number and text a gateway echoes in its refusal. */
async function callsWith(logger: Logger): Promise<void> {
  const sandbox = createSandbox();
  const client = new SmsServiceClient({
    url: 'http://gateway.test/soap',
    transport: sandbox.transport(),
    credentials: { username: 'demo', password: 'demo-password' },
    label: 'shop',
    logger,
  });
  await client.checkPoints();
  sandbox.failNext('*', { result: 999, description: '48500100200 Hi there' });
  await rejection(client.sendSms({ to: '48500100200', message: 'Hi there' }));
}

const LINE =
  /^sms-service-client soap_CheckPoints request callId=\d+ label=shop attempt=1 address=\S+ requestBytes=\d+$/;

describe('a logger gets one line for each event, without secrets:', () => {
  it('pino', async () => {
    const { stream, lines } = stored();
    await callsWith(pino({ level: 'debug', base: null, timestamp: false }, stream));
    expect(lines[0]).toEqual({ level: 20, msg: expect.stringMatching(LINE) });
    expect(lines[2]?.msg).toMatch(/ done callId=\d+ label=shop attempts=1 durationMs=[\d.]+ outcome=ok$/);
    expect(lines.at(-1)).toEqual({ level: 40, msg: expect.stringContaining('code=GATEWAY_INTERNAL result=999') });
    for (const secret of ['48500100200', 'Hi there', 'demo']) expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('winston', async () => {
    const { stream, lines } = stored();
    const transports = [new winston.transports.Stream({ stream })];
    await callsWith(winston.createLogger({ level: 'debug', format: winston.format.json(), transports }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines[0]).toEqual({ level: 'debug', message: expect.stringMatching(LINE) });
  });

  it('console', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await callsWith(console);
    expect(debug.mock.calls[0]).toEqual([expect.stringMatching(LINE)]);
    expect(warn).toHaveBeenCalled();
    debug.mockRestore();
    warn.mockRestore();
  });
});
