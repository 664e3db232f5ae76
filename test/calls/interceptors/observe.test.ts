import { describe, expect, it, vi } from 'vitest';
import {
  httpTransport,
  type Logger,
  type ObserveOptions,
  observe,
  type SmsServiceEvent,
  type Transport,
} from '../../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { gatewayError } from '../../../src/domain/gateway-codes.js';
import { ConnectionError, HttpStatusError, TimeoutError } from '../../../src/errors/errors.js';
import { createSandbox, type Sandbox, startSandbox } from '../../../src/sandbox/index.js';
import { collect, rejection } from '../../support/collect.js';
import {
  arriving,
  goodResponse,
  type Intercepted,
  requestFor,
  type Step,
  scriptedTransport,
  streamFor,
  through,
} from '../../support/scripted-transport.js';

const observing = (transport: Transport, options: ObserveOptions = {}): Intercepted =>
  through(transport, () => observe(options));

const READ = 'soap_CheckPoints';
const STREAM = 'soap_GetNumbers';
const address = 'http://gateway.test/soap';

/** Carries one request out and gives the events of it. */
async function eventsOf(step: Step): Promise<SmsServiceEvent[]> {
  const events: SmsServiceEvent[] = [];
  const observed = observing(scriptedTransport(step), { onEvent: (event) => events.push(event) });
  await observed.send(requestFor(READ)).catch(() => undefined);
  return events;
}

/** A client over a gateway in process whose pauses are short, and its events. */
function observedClient(options: Partial<SmsServiceClientOptions> = {}): {
  readonly client: SmsServiceClient;
  readonly sandbox: Sandbox;
  readonly events: SmsServiceEvent[];
} {
  const sandbox = createSandbox();
  const events: SmsServiceEvent[] = [];
  const client = new SmsServiceClient({
    url: 'http://gateway.test/soap',
    transport: sandbox.transport(),
    credentials: { username: 'demo', password: 'demo-password' },
    retry: { baseDelayMs: 1 },
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { client, sandbox, events };
}

const duration: unknown = expect.any(Number);

describe('the events of an attempt', () => {
  it('are request and error for a refusal of the gateway', async () => {
    expect(await eventsOf({ refused: gatewayError(103, 'no points'), status: 200 })).toEqual([
      { type: 'request', operation: READ, attempt: 1, address, requestBytes: 10 },
      {
        type: 'error',
        operation: READ,
        attempt: 1,
        address,
        requestBytes: 10,
        durationMs: duration,
        outcome: 'rejected',
        code: 'INSUFFICIENT_POINTS',
        result: 103,
        status: 200,
      },
    ]);
  });

  it.each<[string, Step, Partial<SmsServiceEvent>]>([
    ['a time limit', { fails: new TimeoutError('late', 5, 'not-sent') }, { outcome: 'not-sent', code: 'TIMEOUT' }],
    [
      "a proxy's page",
      { refused: new HttpStatusError('no SOAP', 502, 'x'), status: 502 },
      { outcome: 'unknown', code: 'HTTP_STATUS', status: 502 },
    ],
    ["a foreign transport's error", { fails: new Error('its own') }, { outcome: 'unknown', code: 'FOREIGN' }],
  ])('report the outcome of %s', async (_what, step, facts) => {
    expect((await eventsOf(step))[1]).toMatchObject({ type: 'error', ...facts });
  });
});

describe('the events of a stream', () => {
  async function begun(
    ...pieces: readonly (string | Error)[]
  ): Promise<{ readonly events: SmsServiceEvent[]; readonly body: AsyncIterable<Uint8Array> }> {
    const events: SmsServiceEvent[] = [];
    const transport: Transport = { send: async () => goodResponse({ body: arriving(...pieces).body }) };
    const observed = observing(transport, { onEvent: (event) => events.push(event) });
    const { body } = await observed.send(streamFor(STREAM));
    return { events, body: body as AsyncIterable<Uint8Array> };
  }

  it('report all bytes when the response was read', async () => {
    const { events, body } = await begun('abc', 'de');
    await collect(body);
    expect(events[1]).toEqual({
      type: 'response',
      operation: STREAM,
      attempt: 1,
      address,
      requestBytes: 10,
      responseBytes: 5,
      status: 200,
      durationMs: duration,
    });
  });

  it('report the error if the stream breaks', async () => {
    const { events, body } = await begun('abc', new ConnectionError('lost', 'unknown'));
    await rejection(collect(body));
    expect(events.slice(1)).toEqual([
      {
        type: 'error',
        operation: STREAM,
        attempt: 1,
        address,
        requestBytes: 10,
        durationMs: duration,
        outcome: 'unknown',
        code: 'CONNECTION',
        status: 200,
      },
    ]);
  });
});

describe('no event, line or warning shows a secret', () => {
  const SECRETS = ['alice-9', 'sesame-9', 'Umówmy się o ósmej', '48500100200', 'query-9', 'bearer-9'];

  async function everythingSaid(fail: (sandbox: Sandbox) => void): Promise<string> {
    const said: unknown[] = [];
    const keep = (thing: unknown): number => said.push(thing);
    const sandbox = await startSandbox({ accounts: [{ username: 'alice-9', password: 'sesame-9' }] });
    const transport = httpTransport({ headers: { authorization: 'Bearer bearer-9' } });
    const client = new SmsServiceClient({
      url: `${sandbox.url}?key=query-9`,
      transport,
      credentials: { username: 'alice-9', password: 'sesame-9' },
      retry: { baseDelayMs: 1 },
      onEvent: keep,
      logger: { debug: keep, info: keep, warn: keep },
    });
    fail(sandbox);
    await client.sendSms({ to: '48500100200', message: 'Umówmy się o ósmej' }).catch(keep);
    await client.checkPoints().catch(keep);
    await collect(client.streamNumbers(1)).catch(keep);
    await client.close();
    await transport.close?.();
    await sandbox.close();
    expect(said.length).toBeGreaterThan(10);
    return said.map((thing) => (typeof thing === 'string' ? thing : JSON.stringify(thing))).join('\n');
  }

  const echo = 'alice-9/sesame-9: "Umówmy się o ósmej" an 48500100200 (query-9, Bearer bearer-9)';
  it.each<[string, (sandbox: Sandbox) => void]>([
    ['of a good call', () => undefined],
    [
      'of a gateway whose description echoes the request',
      (sandbox) => sandbox.failNext('soap_SendSms', { result: 999, description: echo }),
    ],
    [
      'of a call that is repeated for such a response',
      (sandbox) => sandbox.failNext('soap_SendSms', { result: 202, description: echo }),
    ],
    [
      'of a Fault that echoes the request',
      (sandbox) => sandbox.failNext('soap_SendSms', { fault: { code: 'Server', string: echo } }),
    ],
    ['of a connection that was lost', (sandbox) => sandbox.failEvery(2, '*', { drop: 'after' })],
  ])('%s', async (_what, fail) => {
    const text = await everythingSaid(fail);
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('a logger', () => {
  /** As pino's: its methods need their object. */
  class Lines implements Logger {
    readonly #lines: string[] = [];
    debug(line: string): void {
      this.#lines.push(`debug ${line}`);
    }
    info(line: string): void {
      this.#lines.push(`info ${line}`);
    }
    warn(line: string): void {
      this.#lines.push(`warn ${line}`);
    }
    get lines(): readonly string[] {
      return this.#lines;
    }
  }

  it('whose methods need their object is given one line per event, each with its level', async () => {
    const logger = new Lines();
    const { client, sandbox } = observedClient({ logger });
    sandbox.failNext('*', { drop: 'before' });
    await client.checkPoints();
    expect(logger.lines.map((line) => line.replace(/(callId|durationMs|delayMs|Bytes)=[\d.]+/g, '$1=#'))).toEqual([
      `debug sms-service-client ${READ} request callId=# attempt=1 address=${address} requestBytes=#`,
      `warn sms-service-client ${READ} error callId=# attempt=1 address=${address} requestBytes=# durationMs=# outcome=unknown code=CONNECTION`,
      `info sms-service-client ${READ} retry callId=# attempt=1 delayMs=# outcome=unknown code=CONNECTION`,
      `debug sms-service-client ${READ} request callId=# attempt=2 address=${address} requestBytes=#`,
      `debug sms-service-client ${READ} response callId=# attempt=2 address=${address} requestBytes=# responseBytes=# status=200 durationMs=#`,
      `debug sms-service-client ${READ} done callId=# attempts=2 durationMs=# outcome=ok`,
    ]);
  });
});

describe('a hook that fails', () => {
  const oops = (): never => {
    throw new TypeError('sesame-9');
  };
  it.each<[string, Partial<SmsServiceClientOptions>]>([
    ['onEvent throws', { onEvent: oops }],
    ['onEvent rejects', { onEvent: async () => oops() }],
    ['logger throws', { onEvent: undefined, logger: { debug: oops, info: oops, warn: oops } }],
  ])('changes nothing, and becomes a warning of the process: %s', async (_what, options) => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { client } = observedClient(options);
    expect(await client.checkPoints()).toBe(100);
    await new Promise((resolve) => setImmediate(resolve));
    const warning = ['onEvent or the logger failed (TypeError); the error was ignored', { type: 'SmsServiceWarning' }];
    expect(warn.mock.calls).toEqual([warning, warning, warning]);
    warn.mockRestore();
  });
});
