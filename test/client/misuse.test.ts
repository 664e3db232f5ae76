import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { countMessageParts, SmsServiceClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

const credentials = { username: 'alice', password: 'sesame-1' };
const url = 'http://gateway.test/soap';
const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>');
/** A value from a caller without types. */
const untyped = (value: unknown): never => value as never;

describe('options of the client', () => {
  it.each([
    ['validation.idx', { validation: { idx: 0 } }],
    ['limits.maxDept', { limits: { maxDept: 1 } }],
    ['limits.maxDepth', { limits: { maxDepth: -1 } }],
    ['limits.maxDepth', { limits: { maxDepth: 'x' } }],
  ])('%s is refused before anything is paid for: %j', (path, options) => {
    expect(() => new SmsServiceClient(untyped({ url, credentials, ...options }))).toThrow(
      expect.objectContaining({ name: 'ValidationError', path }),
    );
  });

  it('an error of the constructor names no operation', () => {
    let caught: unknown;
    try {
      caught = new SmsServiceClient(untyped({ url }));
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ operation: undefined, message: expect.stringMatching(/^credentials: /) });
  });
});

describe('options of a call', () => {
  it.each([
    ['signal', { signal: new AbortController() }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: '5' }],
    ['timeout', { timeout: 5 }],
    ['the call options', null],
  ])('%s is refused before anything is sent: %j', async (path, options) => {
    const transport = fakeTransport(POINTS);
    const client = new SmsServiceClient({ url, credentials, transport });
    for (const call of [client.checkPoints(untyped(options)), collect(client.streamNumbers(1, untyped(options)))]) {
      expect(await rejection(call)).toMatchObject({ name: 'ValidationError', path, outcome: 'not-sent' });
    }
    expect(transport.requests).toEqual([]);
  });

  it('many calls may share one signal', async () => {
    const sandbox = createSandbox();
    const warned = vi.fn();
    process.on('warning', warned);
    const { signal } = new AbortController();
    const client = new SmsServiceClient({
      url,
      credentials: { username: 'demo', password: 'demo-password' },
      transport: sandbox.transport(),
    });
    await Promise.all(Array.from({ length: 50 }, () => client.checkPoints({ signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a function for credentials', () => {
  it('may fail at once, and shows nothing of its own error but its name', async () => {
    const client = new SmsServiceClient({
      url,
      transport: fakeTransport(POINTS),
      credentials: () => {
        throw new TypeError('vault refused sesame-1');
      },
    });
    const error = await rejection(client.checkPoints());
    expect(error).toMatchObject({ name: 'CredentialsError', cause: expect.any(TypeError) });
    expect(inspect(error) + JSON.stringify(error)).not.toContain('sesame-1');
    expect(JSON.stringify(error)).toContain('"cause":{"name":"TypeError"}');
  });
});

describe('callbacks of the caller', () => {
  it('a clock that gives no date is refused', async () => {
    const client = new SmsServiceClient({ url, credentials, now: untyped(() => 'noon'), transport: fakeTransport('') });
    const error = await rejection(client.sendSms({ to: '1', message: 'x', date: new Date() }));
    const message = 'soap_SendSms: now: must return a valid Date';
    expect(error).toMatchObject({ name: 'ValidationError', path: 'now', message });
  });

  it.each([
    ['text', () => countMessageParts(untyped(5)), 'text: is not a string'],
    ['variant', () => countMessageParts('x', { variant: untyped('old') }), "variant: must be 'current' or 'earlier'"],
  ])('countMessageParts refuses a wrong %s', (path, call, message) => {
    expect(call).toThrow(expect.objectContaining({ name: 'ValidationError', path, message }));
  });
});
