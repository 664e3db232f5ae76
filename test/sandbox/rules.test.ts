import { describe, expect, it } from 'vitest';
import { type OutgoingMulti, type OutgoingSmsExt, SmsServiceClient, ValidationError } from '../../src/client/index.js';
import { GatewayError } from '../../src/errors/errors.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { ALICE, CLIENT, START } from './setup.js';

const sms = { to: '500100200', message: 'Hello' };
const many = (count: number): string[] => Array.from({ length: count }, (_, index) => String(500_100_000 + index));
const LINK = 'See [%shortlink:https://example.test/%]';

/** A gateway, and clients that check the rules and that do not. */
function setUp(): Readonly<Record<'checking' | 'trusting', SmsServiceClient>> {
  const sandbox = createSandbox({ accounts: [{ ...ALICE, points: 1000 }], now: () => START });
  const client = (validation: boolean): SmsServiceClient =>
    new SmsServiceClient({
      url: 'http://gateway.test/soap',
      credentials: CLIENT,
      transport: sandbox.transport(),
      validation,
      now: () => START,
    });
  return { checking: client(true), trusting: client(false) };
}

type Send = (client: SmsServiceClient) => Promise<unknown>;
const one =
  (changes: Partial<OutgoingSmsExt>): Send =>
  (client) =>
    client.sendSmsExt({ ...sms, ...changes });
const multi =
  (changes: Partial<OutgoingMulti>): Send =>
  (client) =>
    client.sendMulti({ to: ['500100201', '500100202'], message: 'Hello', ...changes });

describe('the gateway refuses each order that a rule of the client refuses, with its code:', () => {
  it.each<[string, number, Send]>([
    ['a sender of 12 characters', 14, one({ from: 'TwelveLetter' })],
    ['a date 3 months and a second ahead', 50, one({ date: new Date('2027-04-15T12:00:01Z') })],
    ['a text that is not hexadecimal', 30, one({ datacoding: 'bin', message: 'xyz', udh: '00' })],
    ['a UDH that is not hexadecimal', 30, one({ datacoding: 'bin', message: 'ff', udh: 'x' })],
    ['bytes without a UDH', 30, one({ datacoding: 'bin', message: 'ff' })],
    ['a text of 1,531 characters', 12, one({ message: 'a'.repeat(1531) })],
    ['a text of 671 special characters', 12, multi({ message: 'ż'.repeat(671) })],
    ['a special character with noUnicode', 11, one({ message: 'ż', noUnicode: true })],
    ['a special param with noUnicode', 11, multi({ message: '[%1%]', params: [['a'], ['ż']], noUnicode: true })],
    ['five params', 18, one({ message: '[%1%]', params: ['1', '2', '3', '4', '5'] })],
    ['params for one of two', 18, multi({ params: [['a']] })],
    ['an idx for one of two', 18, multi({ idx: ['a'] })],
    ['an idx with a dash', 27, one({ idx: 'a-b' })],
    ['an idx of 256 characters', 27, multi({ idx: ['a', 'b'.repeat(256)] })],
    ['101 personalised messages', 19, multi({ to: many(101), params: many(101).map((to) => [to]) })],
    ['101 messages with a link', 19, multi({ to: many(101), message: LINK })],
  ])('%s', async (_name, code, send) => {
    const { checking, trusting } = setUp();
    const before = await rejection(send(checking));
    expect(before).toBeInstanceOf(ValidationError);
    expect(before).toMatchObject({ gatewayCode: code, outcome: 'not-sent' });
    const after = await rejection(send(trusting));
    expect(after).toBeInstanceOf(GatewayError);
    expect(after).toMatchObject({ result: code, outcome: 'rejected' });
  });
});
