import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { Exchange, Exchanges } from '../../../src/transport/http/exchange.js';
import { type CallLimits } from '../../../src/transport/http/http-options.js';
import type { TransportRequest, TransportResponse } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { requestFor } from '../../support/scripted-transport.js';
import { useTestClock } from '../../support/test-clock.js';

const operation = 'soap_CheckPoints';
const LIMITS: CallLimits = { timeoutMs: 5000, maxResponseBytes: 1000, maxStreamBytes: 2000 };

/** A call whose connection is the test. */
class TestCall extends Exchange {
  cuts = 0;

  start(): void {
    this.begin();
  }

  /** The connection is established and the request is being sent. */
  connected(isReused?: boolean): void {
    this.sent = true;
    if (isReused === true) this.reused = true;
    this.headers = { 'x-one': '1' };
  }

  respond(status: number, headers: Record<string, string> = {}): PassThrough {
    const incoming = Object.assign(new PassThrough(), { headers });
    this.receive(status, headers, incoming);
    return incoming;
  }

  lose(error: unknown): void {
    this.broken(error);
  }

  protected override cut(): void {
    this.cuts += 1;
  }
}

const closedAtEnd = useTestClock();

/** Starts a call. */
function started(
  more: Partial<TransportRequest> = {},
  calls: Exchanges = new Exchanges(LIMITS),
): { readonly call: TestCall; readonly response: Promise<TransportResponse> } {
  let made: TestCall | undefined;
  const response = closedAtEnd(calls).send(requestFor(operation, more), TestCall, (call) => {
    made = call;
    call.start();
  });
  response.catch(() => undefined);
  if (made === undefined) throw new Error('the call was not started');
  return { call: made, response };
}

describe('a call that does not begin', () => {
  it.each<[string, Partial<TransportRequest>, object]>([
    [
      'because its signal is aborted',
      { signal: AbortSignal.abort('enough') },
      {
        name: 'AbortedError',
        outcome: 'not-sent',
        cause: 'enough',
        message: `${operation}: aborted by the caller; nothing was sent`,
      },
    ],
    ['because of its time', { timeoutMs: -1 }, { name: 'ValidationError', path: 'timeoutMs', operation }],
  ])('%s', async (_why, more, facts) => {
    let isStarted = false;
    const start = (): void => {
      isStarted = true;
    };
    expect(await rejection(new Exchanges(LIMITS).send(requestFor(operation, more), TestCall, start))).toMatchObject({
      ...facts,
      operation,
    });
    expect(isStarted).toBe(false);
  });
});

describe('a call', () => {
  it('returns the response, with the sent headers and the time limit', async () => {
    await vi.advanceTimersByTimeAsync(70);
    const { call, response } = started();
    call.connected();
    const headers = { 'x-two': '2' };
    call.respond(418, headers).end('one');
    expect(await response).toEqual({
      status: 418,
      headers,
      body: Buffer.from('one'),
      sent: { url: 'http://gateway.test/soap', headers: { 'x-one': '1' } },
      timeLimit: { deadline: 5070, timeoutMs: 5000 },
    });
  });

  it.each([
    ['before it has a connection', false, 'not-sent', 'nothing was sent'],
    ['when it has one', true, 'unknown', 'the request may have been carried out'],
  ])('that takes too long is over, %s', async (_when, isSent, outcome, words) => {
    const { call, response } = started();
    if (isSent) call.connected();
    await vi.advanceTimersByTimeAsync(4999);
    expect(call.cuts).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await rejection(response)).toMatchObject({
      name: 'TimeoutError',
      outcome,
      timeoutMs: 5000,
      message: `${operation}: the call took longer than 5000 ms; ${words}`,
    });
    expect([call.cuts, call.isStopped]).toEqual([1, true]);
  });

  it('that takes longer than what is left of a longer time names the limit that the caller has set', async () => {
    const { response } = started({ timeoutMs: 70, timeLimit: { deadline: 2000, timeoutMs: 2000 } });
    await vi.advanceTimersByTimeAsync(70);
    expect(await rejection(response)).toMatchObject({
      timeoutMs: 2000,
      message: `${operation}: the call took longer than 2000 ms; nothing was sent`,
    });
  });

  it('whose response has begun has an unknown outcome, even if the request was not seen as sent', async () => {
    const { call, response } = started();
    const incoming = call.respond(200);
    incoming.destroy(new Error('x'));
    expect(await rejection(response)).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });
});

describe('a call whose response is read as it arrives', () => {
  it('has its time for each wait, and none while its reader takes his', async () => {
    const { call, response } = started({ streams: true });
    const incoming = call.respond(200);
    const reader = ((await response).body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    for (const piece of ['one', 'three']) {
      const next = reader.next();
      await vi.advanceTimersByTimeAsync(4999);
      incoming.write(piece);
      expect(String((await next).value)).toBe(piece);
      await vi.advanceTimersByTimeAsync(100_000);
      expect(call.isStopped).toBe(false);
    }
    const error = rejection(reader.next());
    await vi.advanceTimersByTimeAsync(5000);
    incoming.destroy();
    expect(await error).toMatchObject({
      name: 'TimeoutError',
      message: `${operation}: waiting for the rest of the response took longer than 5000 ms; the request may have been carried out`,
    });
    expect(call.cuts).toBe(1);
  });
});
