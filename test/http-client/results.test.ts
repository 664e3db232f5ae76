import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  DecodeError,
  GatewayError,
  HttpStatusError,
  InsufficientPointsError,
  InvalidRequestError,
  NotAllowedError,
  RateLimitError,
} from '../../src/errors/errors.js';
import { rejection } from '../support/collect.js';
import { clientOf, item, type Reaction, script } from './gateway-script.js';

const NUMBER = '500100201';
const send = (reaction: Reaction, to: string | readonly string[] = NUMBER, once = false) =>
  clientOf(script(reaction), { retry: false }).sms.send({ to, message: 'Hi', once });

describe('the answer to a send', () => {
  it('is read from JSON in the form of the specification', async () => {
    const message = {
      id: 'id201',
      points: 0.16,
      number: '48500100201',
      dateSent: new Date(1_700_000_000_000),
      submittedNumber: NUMBER,
      status: 'QUEUE',
      idx: null,
    };
    expect(await send({ count: 1, list: [item(NUMBER)] })).toEqual({
      messages: [message],
      count: 1,
      invalidNumbers: [],
      alreadyAccepted: false,
      recipients: [{ submitted: NUMBER, number: '48500100201', status: 'accepted', message }],
    });
  });

  it.each([
    ['points as a text', { count: 1, list: [item(NUMBER, { points: '0.3000' })] }, { points: 0.3 }],
    [
      'the price of an old one',
      { id: '7', price: 0.2, number: '48500100201', status: 'QUEUE' },
      { id: '7', points: 0.2 },
    ],
    ['a number as its id', { count: 1, list: [item(NUMBER, { id: 1001 })] }, { id: '1001' }],
    ['an empty id of a rehearsal', { count: 1, list: [item(NUMBER, { id: '' })] }, { id: '' }],
    ['fields that nobody knows', { count: 1, list: [item(NUMBER, { more: { x: 1 } })], more: 2 }, { id: 'id201' }],
    [
      'details in the item',
      { count: 1, list: [item(NUMBER, { message: 'Hi', length: 2, parts: 1 })] },
      { message: 'Hi', length: 2, parts: 1 },
    ],
    [
      'details beside the list',
      { count: 1, message: 'Hi', length: 2, parts: 1, list: [item(NUMBER)] },
      { message: 'Hi', length: 2, parts: 1 },
    ],
    ['text with spaces and an end', 'OK: 1001 : 0.16 \r\n', { id: '1001', points: 0.16 }],
    ['text of a rehearsal', 'OK::0.16', { id: '', points: 0.16 }],
  ])('has %s', async (_, reaction, message) => {
    const { messages } = await send(reaction);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject(message);
  });

  it('is read from text with several recipients', async () => {
    const { messages, count } = await send('OK:1:0.16:48500100201;OK:2:0.32:48500100202;', [NUMBER, '500100202']);
    expect(count).toBe(2);
    expect(messages).toMatchObject([
      { id: '1', points: 0.16, number: '48500100201' },
      { id: '2', points: 0.32, number: '48500100202' },
    ]);
  });

  it('contains the idx of each message, in any order of the response', async () => {
    const { messages } = await clientOf(script({ count: 2, list: [item('500100202'), item(NUMBER)] })).sms.send({
      to: [NUMBER, '+48 500 100 202'],
      message: 'Hi',
      idx: ['a', 'b'],
    });
    expect(messages.map(({ idx }) => idx)).toEqual(['b', 'a']);
  });

  it('contains refused messages and skipped numbers', async () => {
    const { messages, invalidNumbers } = await send(
      {
        count: 2,
        list: [item(NUMBER), item('500100202', { id: null, error: 57 }), item('500100203', { error: null })],
        invalid_numbers: [{ number: '', submitted_number: '12', message: 'bad' }],
      },
      [NUMBER, '500100202', '500100203', '12'],
    );
    expect(messages[0]).not.toHaveProperty('error');
    expect(messages[1]?.error).toBeInstanceOf(NotAllowedError);
    expect(messages[2]).not.toHaveProperty('error');
    expect(invalidNumbers).toEqual([{ number: '', submittedNumber: '12', message: 'bad' }]);
  });

  it('contains the voice message that was sent instead', async () => {
    const result = await send({
      count: 0,
      list: [],
      fallbacks: { vms: { count: 1, list: [item(NUMBER, { idx: 'a' })] } },
    });
    expect(result.messages).toEqual([]);
    expect(result.fallbacks?.vms).toMatchObject([{ id: 'id201', points: 0.16, idx: 'a' }]);
  });
});

describe('a refusal', () => {
  it.each([
    ['text', 'ERROR:103', InsufficientPointsError, 103],
    ['JSON', { error: 103, message: 'No points' }, InsufficientPointsError, 103],
    ['JSON with another status', { status: 400, body: '{"error":13,"message":"no"}' }, InvalidRequestError, 13],
    ['JSON with status 500', { status: 500, body: '{"error":201,"message":"internal"}' }, GatewayError, 201],
    ['a code that nobody knows', { error: 7777, message: 'new' }, GatewayError, 7777],
    ['too many calls', { error: 203, message: 'slow' }, RateLimitError, 203],
  ])('as %s is the typed error', async (_, reaction, type, result) => {
    const error = await rejection(send(reaction));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ result, operation: 'sms.do' });
  });

  it('with a text code is an error with this code', async () => {
    const body = JSON.stringify({
      message: 'no',
      error: 'authorization_failed',
      developer_description: null,
      errors: null,
    });
    const error = await rejection(clientOf(script({ status: 401, body })).profile.get());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ errorCode: 'authorization_failed', result: undefined, outcome: 'rejected' });
    const other = {
      message: 'no',
      error: 'invalid_field',
      errors: [{ path: 'x', error: 'y', message: 'z', value: 'v' }],
    };
    const unknown = await rejection(clientOf(script({ status: 422, body: JSON.stringify(other) })).profile.get());
    expect(unknown).toMatchObject({ errorCode: 'invalid_field', code: 'GATEWAY', outcome: 'rejected' });
  });

  it('recommends a remedy of this interface', async () => {
    const error = await rejection(send({ error: 101, message: 'Authorization failed' }));
    expect((error as Error).message).toContain('check the token');
    expect((error as Error).message).not.toMatch(/user ?name/);
  });

  it('shows neither token, text nor number, and no refused numbers in logs', async () => {
    const reaction = {
      error: 13,
      message: 'No number in message "Hi, secret words" to 500100201 with t0ken-of-the-account',
      invalid_numbers: [{ number: '48500100201', submitted_number: NUMBER, message: 'x' }],
    };
    const client = clientOf(script(reaction), { retry: false });
    const error = await rejection(client.sms.send({ to: NUMBER, message: 'Hi, secret words' }));
    const shown = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${String(error)}`;
    for (const secret of ['secret words', '500100201', 't0ken-of-the-account']) expect(shown).not.toContain(secret);
    expect((error as GatewayError).invalidNumbers).toEqual([
      { number: '48500100201', submittedNumber: NUMBER, message: 'x' },
    ]);
  });
});

describe('an invalid response', () => {
  it.each([
    ['a page of a proxy', { status: 502, body: '<html>Bad Gateway</html>' }, 'unknown'],
    ['a page with status 403', { status: 403, body: 'Forbidden' }, 'rejected'],
    ['an error of a proxy in JSON', { status: 503, body: '{"error":503,"message":"overloaded"}' }, 'unknown'],
    ['another code than its status', { status: 502, body: '{"error":503}' }, 'unknown'],
    ['a redirect', { status: 302, body: '', headers: { location: 'https://else.test/' } }, 'rejected'],
    ['nothing', { status: 200, body: '' }, 'unknown'],
    ['a success with a status of failure', { status: 500, body: '{"count":1,"list":[]}' }, 'unknown'],
  ])('%s is an HttpStatusError with the correct outcome', async (_, reaction, outcome) => {
    const error = await rejection(send(reaction));
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({ outcome, status: reaction.status });
  });

  it.each([
    ['JSON of another form', { hello: 1 }],
    ['an item that is none', { count: 1, list: ['id'] }],
    ['an error beside messages', { error: 8, count: 1, list: [item(NUMBER)] }],
    ['half of JSON', '{"count":1,"list":[{"id":"1"'],
    [
      'bytes of another charset',
      { status: 200, body: 'OK:1:0.16', headers: { 'content-type': 'text/plain; charset=none' } },
    ],
  ])('%s is a DecodeError with an unknown outcome', async (_, reaction) => {
    const error = await rejection(send(reaction));
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ outcome: 'unknown' });
  });
});
