import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { everythingShown } from '../support/shown.js';
import { errorOf, revoked, SECRET, throwing, untyped } from '../support/unreadable.js';

const url = 'http://gateway.test/soap';
const credentials = { username: 'alice', password: SECRET };
function clientWith(options: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
  return new SmsServiceClient({
    url,
    credentials,
    retry: false,
    transport: fakeTransport(soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>')),
    ...options,
  });
}

const client = clientWith();
const SMS = { to: '48500100200', message: 'x' };

describe('what cannot be read of an argument is named', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['a field', 'the argument', () => client.sendSms(throwing('message', SMS))],
    ['a revoked argument', 'the argument', () => client.sendSms(revoked(SMS))],
    ['an item', 'the argument', () => client.sendMulti({ to: throwing('1', ['1', '2']), message: 'x' })],
    ['a date in a proxy', 'the argument', () => client.sendSms({ ...SMS, date: new Proxy(new Date(), {}) })],
    ['ids', 'the argument', () => client.getSmsByIds(revoked([]))],
    ['a call option', 'timeoutMs', () => client.checkPoints(throwing('timeoutMs', {}))],
    ['a signal', 'signal', () => client.checkPoints({ signal: revoked(new AbortController().signal) })],
    ['a call option of a stream', 'signal', () => collect(client.streamNumbers(1, throwing('signal', {})))],
  ])('%s: %s', async (_name, path, call) => {
    expect(await errorOf(call)).toMatchObject({ name: 'ValidationError', outcome: 'not-sent', path });
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['a clock that throws', 'now', () => sendWith(() => untyped(SECRET.repeat(-1)))],
    ['a clock whose result cannot be read', 'now', () => sendWith(() => revoked(new Date()))],
  ])('%s', async (_name, path, call) => {
    const error = await rejection(call());
    expect(error).toMatchObject({ name: 'ValidationError', outcome: 'not-sent', path });
    expect(everythingShown(error)).not.toContain(SECRET);
  });

  const sendWith = (now: () => Date): Promise<unknown> => clientWith({ now }).sendSms({ ...SMS, date: new Date() });

  it('a telephone number for a name is not shown in full', async () => {
    const error = await errorOf(() => client.sendSms(untyped({ ...SMS, '48500100299': true })));
    expect(error).toMatchObject({ path: '…299' });
    expect(everythingShown(error)).not.toContain('48500100299');
  });
});

describe('what cannot be read of the credentials', () => {
  it.each<[string, string, () => unknown]>([
    [
      'an object with a field that throws',
      'returned an unusable value: credentials: cannot be read',
      () => throwing('username', { password: SECRET }),
    ],
    ['what was revoked', 'failed', () => revoked()],
    ['a promise that ends so', 'failed', async () => [revoked()][0]],
  ])('given by a function: %s', async (_name, what, give) => {
    const client = clientWith({ credentials: untyped(give) });
    for (const [operation, call] of [
      ['soap_CheckPoints', () => client.checkPoints()],
      ['soap_GetNumbers', () => collect(client.streamNumbers(1))],
    ] as const) {
      const error = await rejection(call());
      const message = `${operation}: the function for the credentials ${what}; nothing was sent`;
      expect(error).toMatchObject({ name: 'CredentialsError', message, outcome: 'not-sent' });
      expect(everythingShown(error)).not.toContain(SECRET);
    }
  });

  it('a function that was revoked', async () => {
    const give = revoked(() => credentials);
    const error = await rejection(clientWith({ credentials: give }).checkPoints());
    expect(error).toMatchObject({ name: 'CredentialsError', outcome: 'not-sent' });
  });
});

describe('options that cannot be read', () => {
  it.each<[string, () => unknown]>([
    ['timeoutMs', () => new SmsServiceClient(throwing('timeoutMs', { url, credentials }))],
    ['options', () => new SmsServiceClient(revoked())],
    ['validation.idx', () => clientWith({ validation: throwing('idx', {}) })],
    ['url', () => new SmsServiceStub(throwing('url', { url, transport: fakeTransport('') }))],
    [
      'limits.maxDepth',
      () => new SmsServiceStub({ url, transport: fakeTransport(''), limits: throwing('maxDepth', {}) }),
    ],
    ['abort', () => client.close(throwing('abort', {}))],
  ])('%s', async (path, make) => {
    expect(await errorOf(async () => make())).toMatchObject({ name: 'ValidationError', path });
  });
});

describe('the input of the stub', () => {
  const stub = new SmsServiceStub({ url, transport: fakeTransport('') });
  it.each<[string, unknown]>([
    ['the input', { client: throwing('password', { username: 'alice' }) }],
    ['the input', revoked()],
  ])('that cannot be read: %s', async (path, input) => {
    expect(await errorOf(() => stub.soap_CheckPoints(untyped(input)))).toMatchObject({ name: 'ValidationError', path });
  });

  it('with call options that cannot be read', async () => {
    const call = (): Promise<unknown> => stub.soap_CheckPoints({ client: credentials }, throwing('signal', {}));
    expect(await errorOf(call)).toMatchObject({ name: 'ValidationError', path: 'signal' });
  });
});
