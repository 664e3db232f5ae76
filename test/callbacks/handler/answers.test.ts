import { describe, expect, it } from 'vitest';
import { callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import type { CallbackHandlerOptions } from '../../../src/callbacks/handler/handler-options.js';
import type { RawCallback } from '../../../src/callbacks/reading/arrived.js';
import { CallbackError } from '../../../src/errors/incoming-error.js';
import { call, FAILED, LATER, OK, recordingHandler, report } from './handler-calls.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a call', () => {
  it('is answered with exactly OK, and the response is not cached', async () => {
    const { handler } = recordingHandler();
    const response = await handler.fetch(new Request(`https://shop.test/cb?${report('1')}`));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/plain',
      'content-length': '2',
      'cache-control': 'no-store',
    });
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe('OK');
  });
  it('that checks the address is answered without an event', async () => {
    const { handler, events } = recordingHandler();
    expect(await call(handler, '')).toEqual(OK);
    expect(await call(handler, 'MsgId=&status=&to=')).toEqual(OK);
    expect(await call(handler, '', { method: 'POST', headers: FORM, body: '' })).toEqual(OK);
    expect(await call(handler, '', { method: 'POST' })).toEqual(OK);
    expect(await call(handler, '', { method: 'POST', headers: { 'content-length': '0' } })).toEqual(OK);
    expect(events).toEqual([]);
  });

  it('does not read parameters of the address itself as fields', async () => {
    const { handler, events } = recordingHandler({ ownParameters: ['shop'], secret: { query: 'key', value: 's' } });
    expect(await call(handler, 'shop=1&key=s')).toEqual(OK);
    expect(await call(handler, `shop=1&key=s&sms-expires=1&sms-signature=x&${report('1')}`)).toEqual(OK);
    expect(events).toMatchObject([{ unknownFields: {} }]);
  });

  it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    'by %s is refused, with the methods there are',
    async (method) => {
      const { handler, events } = recordingHandler();
      const response = await handler.fetch(new Request(`https://shop.test/cb?${report('1')}`, { method }));
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, POST');
      expect(events).toEqual([]);
    },
  );

  it('is answered 500 when onEvent fails, at once or later', async () => {
    const failures: readonly CallbackHandlerOptions['onEvent'][] = [
      () => {
        throw new Error('no');
      },
      () => Promise.reject(new Error('no')),
      // Whatever it is.
      () => Promise.reject(),
    ];
    for (const onEvent of failures) expect(await call(callbackHandler({ onEvent }), report('1'))).toEqual(FAILED);
  });

  it('is answered 503 when the store fails or is full', async () => {
    const events: unknown[] = [];
    const once = (): Promise<never> => Promise.reject(new Error('the database is away'));
    const { handler } = recordingHandler({ store: { once } });
    expect(await call(handler, report('1'))).toEqual(LATER);
    const lost = callbackHandler({
      onEvent: (event) => void events.push(event),
      store: {
        async once(_key, handle) {
          await handle(undefined);
          throw new Error('not committed');
        },
      },
    });
    expect(await call(lost, report('1'))).toEqual(LATER);
    expect(events).toHaveLength(1);
  });

  it.each([
    ['a body that is too long', { body: `sms_text=${'x'.repeat(200)}`, headers: FORM }, 413],
    ['a body of another type', { body: '{}', headers: { 'content-type': 'application/json' } }, 415],
    ['a compressed body', { body: 'a=b', headers: { ...FORM, 'content-encoding': 'gzip' } }, 415],
  ])('with %s is refused', async (_title, request, status) => {
    const { handler, events } = recordingHandler({ limits: { bodyBytes: 100 } });
    expect(await call(handler, '', { method: 'POST', ...request })).toMatchObject({ status });
    expect(events).toEqual([]);
  });
});

describe('an invalid call', () => {
  const BAD = report('1', { donedate: 'yesterday' });
  it('is passed to onInvalid unchanged, with the reason, without the secret', async () => {
    const seen: [RawCallback, CallbackError][] = [];
    const { handler } = recordingHandler({
      secret: { query: 'key', value: 'the secret' },
      onInvalid: (raw, error) => void seen.push([raw, error]),
    });
    expect(await call(handler, `key=the+secret&${BAD}`)).toMatchObject({ status: 400 });
    const [raw, error] = seen[0] ?? [];
    expect(error).toBeInstanceOf(CallbackError);
    expect(error).toMatchObject({ field: 'donedate', kind: 'sms-report' });
    expect(raw).toMatchObject({ method: 'GET', query: BAD, contentType: '' });
    expect(raw?.fields).toContainEqual(['donedate', 'yesterday']);
    expect(JSON.stringify(raw)).not.toContain('secret');
  });

  it('is answered OK only if onInvalid returns exactly that', async () => {
    const answers: readonly [unknown, number][] = [
      ['OK', 200],
      [Promise.resolve('OK'), 200],
      ['ok', 400],
      [true, 400],
      [undefined, 400],
    ];
    for (const [answer, status] of answers) {
      const { handler } = recordingHandler({ onInvalid: () => answer as 'OK' });
      expect(await call(handler, BAD)).toMatchObject({ status });
    }
  });

  it('is answered 500 when onInvalid fails', async () => {
    const errors: unknown[] = [];
    const failure = new Error('no');
    const onInvalid = (): never => {
      throw failure;
    };
    const { handler } = recordingHandler({ onInvalid, onError: ({ error }) => void errors.push(error) });
    expect(await call(handler, BAD)).toEqual(FAILED);
    expect(errors).toEqual([failure]);
  });
});
