import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import winston from 'winston';
import { callbackHandler } from '../../../src/callbacks/index.js';
import { type Logger, SmsServiceClient, structuredLogger } from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { untyped } from '../../support/unreadable.js';

const READ = 'soap_CheckPoints';

/** A stream that keeps the lines of JSON that are written to it. */
function kept(): { readonly stream: Writable; readonly lines: Record<string, unknown>[] } {
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

const attempt = {
  operation: READ,
  callId: expect.any(Number) as unknown,
  label: 'shop',
  attempt: 1,
  address: 'http://gateway.test/soap',
  requestBytes: expect.any(Number) as unknown,
};

describe('a logger that is given fields', () => {
  it('can be pino', async () => {
    const { stream, lines } = kept();
    await callsWith(structuredLogger(pino({ level: 'debug', base: null, timestamp: false }, stream)));
    expect(lines.slice(0, 3)).toEqual([
      { level: 20, type: 'request', ...attempt, msg: `sms-service-client ${READ} request` },
      {
        level: 20,
        type: 'response',
        ...attempt,
        responseBytes: expect.any(Number),
        status: 200,
        durationMs: expect.any(Number),
        msg: `sms-service-client ${READ} response`,
      },
      {
        level: 20,
        type: 'done',
        operation: READ,
        callId: attempt.callId,
        label: 'shop',
        attempts: 1,
        durationMs: expect.any(Number),
        outcome: 'ok',
        msg: `sms-service-client ${READ} done`,
      },
    ]);
    expect(lines.at(-1)).toMatchObject({
      level: 40,
      type: 'done',
      outcome: 'rejected',
      code: 'GATEWAY_INTERNAL',
      result: 999,
      msg: 'sms-service-client soap_SendSms done',
    });
    for (const secret of ['48500100200', 'Hi there', 'demo']) expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('can be pino as it is, with lines of text', async () => {
    const { stream, lines } = kept();
    await callsWith(pino({ level: 'debug', base: null, timestamp: false }, stream));
    expect(lines[0]).toEqual({
      level: 20,
      msg: expect.stringMatching(/^sms-service-client soap_CheckPoints request /),
    });
    expect(lines[2]?.msg).toMatch(/ done callId=\d+ label=shop attempts=1 durationMs=[\d.]+ outcome=ok$/);
  });

  it('can be winston, whose fields come last', async () => {
    const { stream, lines } = kept();
    const transports = [new winston.transports.Stream({ stream })];
    const logger = winston.createLogger({ level: 'debug', format: winston.format.json(), transports });
    await callsWith(structuredLogger(logger, { fields: 'last' }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines[0]).toEqual({
      level: 'debug',
      message: `sms-service-client ${READ} request`,
      type: 'request',
      ...attempt,
    });
    expect(lines.at(-1)).toMatchObject({ level: 'warn', outcome: 'rejected', code: 'GATEWAY_INTERNAL' });
  });

  it('can be console', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await callsWith(structuredLogger(console, { fields: 'last' }));
    expect(debug.mock.calls[0]).toEqual([`sms-service-client ${READ} request`, { type: 'request', ...attempt }]);
    expect(warn).toHaveBeenCalled();
    debug.mockRestore();
    warn.mockRestore();
  });

  it('is one of a handler of callbacks, too', async () => {
    const { stream, lines } = kept();
    const logger = structuredLogger(pino({ level: 'debug', base: null, timestamp: false }, stream));
    const handler = callbackHandler({
      onEvent: () => undefined,
      logger,
      secret: { query: 'key', value: 'the-secret-itself' },
    });
    await handler.fetch(new Request('http://127.0.0.1/sms'));
    expect(lines).toMatchObject([{ type: 'answered', status: 403, msg: 'sms-service-client callback answered' }]);
  });

  it('writes a line that is no event as its message', () => {
    const { stream, lines } = kept();
    const logger = structuredLogger(pino({ level: 'debug', base: null, timestamp: false }, stream));
    logger.info('recorded 1 call');
    expect(lines).toEqual([{ level: 30, msg: 'recorded 1 call' }]);
  });

  it('changes no event that others are told', async () => {
    const seen: unknown[] = [];
    const spoiling = (fields: object): void => void Object.assign(fields, { operation: 'spoilt' });
    const client = new SmsServiceClient({
      url: 'http://gateway.test/soap',
      transport: createSandbox().transport(),
      credentials: { username: 'demo', password: 'demo-password' },
      logger: structuredLogger({ debug: spoiling, info: spoiling, warn: spoiling }),
      onEvent: (event) => seen.push(event),
    });
    await client.checkPoints();
    expect(JSON.stringify(seen)).not.toContain('spoilt');
  });

  it.each<[string, unknown, unknown, string]>([
    ['none', undefined, {}, 'logger: is missing'],
    ['an object', { debug: () => undefined }, {}, 'logger: has no info()'],
    ['another place of fields', console, { fields: 'middle' }, "fields: must be 'first' or 'last'"],
  ])('is refused where it is %s', (_what, logger, options, message) => {
    expect(() => structuredLogger(untyped(logger), untyped(options))).toThrow(message);
  });
});
