import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

const credentials = { username: 'alice', password: 'sesame-1' };
const url = 'http://gateway.test/soap';
const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>');
/** A value from a caller without types. */
const untyped = (value: unknown): never => value as never;

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
});
