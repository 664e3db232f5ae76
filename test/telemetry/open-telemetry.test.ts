import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_RPC_METHOD,
  ATTR_RPC_STATUS_CODE,
  ATTR_RPC_SYSTEM_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_FULL,
} from '@opentelemetry/semantic-conventions';
import { describe, expect, it, vi } from 'vitest';
import type { Transport } from '../../src/calls/index.js';
import { ConnectionError } from '../../src/client/index.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { instrumentSmsService } from '../../src/telemetry/opentelemetry/index.js';
import { collect, rejection } from '../support/collect.js';
import { untyped } from '../support/unreadable.js';
import { accounts, credentials, gatewayOf, NUMBER } from './gateway.js';
import { instrumented } from './open-telemetry.js';

const CALL = {
  [ATTR_RPC_SYSTEM_NAME]: 'soap',
  [ATTR_RPC_METHOD]: 'soap_CheckPoints',
  [ATTR_SERVER_ADDRESS]: 'gateway.test',
  [ATTR_SERVER_PORT]: 8443,
};
const ATTEMPT = {
  [ATTR_HTTP_REQUEST_METHOD]: 'POST',
  [ATTR_URL_FULL]: 'https://gateway.test:8443/soap',
  [ATTR_SERVER_ADDRESS]: 'gateway.test',
  [ATTR_SERVER_PORT]: 8443,
};
const UNSET = { code: SpanStatusCode.UNSET };
const ERROR = { code: SpanStatusCode.ERROR };
const call_id: unknown = expect.any(Number);

describe('the spans of a call', () => {
  it('are one RPC span for the call, and one HTTP span below it for its attempt', async () => {
    const telemetry = instrumented();
    await gatewayOf().client.checkPoints();
    const [attempt, call] = telemetry.spans();
    expect(telemetry.tree()).toEqual(['POST in soap_CheckPoints', 'soap_CheckPoints']);
    expect(call).toMatchObject({ kind: SpanKind.CLIENT, status: UNSET, ended: true, events: [] });
    expect(call?.attributes).toEqual({ ...CALL, 'sms_service.call_id': call_id, 'sms_service.attempts': 1 });
    expect(attempt).toMatchObject({ kind: SpanKind.CLIENT, status: UNSET, ended: true, events: [] });
    expect(attempt?.attributes).toEqual({ ...ATTEMPT, [ATTR_HTTP_RESPONSE_STATUS_CODE]: 200 });
    expect(call?.instrumentationScope).toMatchObject({
      name: 'sms-service-client',
      schemaUrl: 'https://opentelemetry.io/schemas/1.45.0',
    });
  });

  it('have no error if a later attempt succeeds; resends are counted', async () => {
    const telemetry = instrumented();
    const inside = createSandbox({ accounts }).transport();
    let sent = 0;
    const { client } = gatewayOf({
      transport: {
        send: async (request) => {
          sent += 1;
          if (sent === 1) throw new ConnectionError('lost', 'unknown');
          return sent === 2 ? { status: 503, headers: {}, body: Buffer.from('busy') } : inside.send(request);
        },
      },
    });
    await client.checkPoints();
    const [first, second, third, call] = telemetry.spans();
    expect([first, second, third, call].map((span) => span?.status)).toEqual([ERROR, ERROR, UNSET, UNSET]);
    expect(first?.attributes).toEqual({ ...ATTEMPT, [ATTR_ERROR_TYPE]: 'CONNECTION' });
    expect(second?.attributes).toEqual({
      ...ATTEMPT,
      [ATTR_HTTP_REQUEST_RESEND_COUNT]: 1,
      [ATTR_HTTP_RESPONSE_STATUS_CODE]: 503,
      [ATTR_ERROR_TYPE]: '503',
    });
    expect(third?.attributes).toEqual({
      ...ATTEMPT,
      [ATTR_HTTP_REQUEST_RESEND_COUNT]: 2,
      [ATTR_HTTP_RESPONSE_STATUS_CODE]: 200,
    });
    expect(call?.attributes).toEqual({ ...CALL, 'sms_service.call_id': call_id, 'sms_service.attempts': 3 });
  });

  it('have the code of a gateway refusal; its attempt succeeded', async () => {
    const telemetry = instrumented();
    const { client, sandbox } = gatewayOf();
    sandbox.failNext('*', { result: 103 });
    await rejection(client.sendSms({ to: NUMBER, message: 'Hi' }));
    const [attempt, call] = telemetry.spans();
    expect(call?.status).toEqual(ERROR);
    expect(call?.attributes).toMatchObject({
      [ATTR_ERROR_TYPE]: '103',
      [ATTR_RPC_STATUS_CODE]: '103',
      'sms_service.outcome': 'rejected',
    });
    expect([attempt?.status, attempt?.attributes[ATTR_ERROR_TYPE]]).toEqual([UNSET, undefined]);
  });

  it('contain the address of each attempt, and the preferred address for the call', async () => {
    const telemetry = instrumented();
    const inside = createSandbox({ accounts }).transport();
    const { client } = gatewayOf({
      url: ['http://a.test/soap', 'http://[::1]:81/soap'],
      transport: {
        send: async (request) => {
          if (request.url.startsWith('http://a.')) throw new ConnectionError('refused', 'not-sent');
          return inside.send(request);
        },
      },
    });
    await client.checkPoints();
    const at = telemetry
      .spans()
      .map(({ attributes }) => [
        attributes[ATTR_SERVER_ADDRESS],
        attributes[ATTR_SERVER_PORT],
        attributes[ATTR_HTTP_REQUEST_RESEND_COUNT],
      ]);
    expect(at).toEqual([
      ['a.test', 80, undefined],
      ['::1', 81, 1],
      ['a.test', 80, undefined],
    ]);
  });

  it('end when a stream has been read, cancelled, or broken', async () => {
    const telemetry = instrumented();
    const { client } = gatewayOf();
    const { groupId } = await client.addGroup({ name: 'Customers' });
    await client.addNumber({ number: NUMBER, groupId });
    const items = client.streamNumbers(groupId);
    await items.next();
    expect([telemetry.spans().length, telemetry.open]).toEqual([5, 1]);
    await items.next();
    for await (const _ of client.streamNumbers(groupId)) break;
    await rejection(collect(client.streamNumbers(99)));
    expect(telemetry.open).toBe(0);
    const streams = telemetry.spans().filter(({ name }) => name === 'soap_GetNumbers');
    expect(streams.map(({ status }) => status)).toEqual([UNSET, UNSET, ERROR]);
    expect(telemetry.tree().filter((name) => name === 'POST in soap_GetNumbers')).toHaveLength(3);
  });

  it('have no attempt below them if a call ended while it waited', async () => {
    const telemetry = instrumented();
    const { client } = gatewayOf({ transport: { send: () => new Promise(() => undefined) }, maxConcurrency: 1 });
    const first = rejection(client.checkPoints());
    const caller = new AbortController();
    const second = rejection(client.getGroups({ signal: caller.signal }));
    caller.abort();
    await second;
    const [call] = telemetry.spans();
    expect([call?.name, call?.status, call?.attributes[ATTR_ERROR_TYPE]]).toEqual(['soap_GetGroups', ERROR, 'ABORTED']);
    expect(telemetry.tree()).toEqual(['soap_GetGroups']);
    await client.close({ abort: true });
    await first;
    expect(telemetry.open).toBe(0);
    expect(telemetry.tree().slice(1)).toEqual(['POST in soap_CheckPoints', 'soap_CheckPoints']);
    expect(telemetry.spans()[1]?.attributes[ATTR_ERROR_TYPE]).toBe('ABORTED');
  });

  it('exist for the HTTP interface, too', async () => {
    const telemetry = instrumented();
    const transport = createSandbox({ accounts }).transport();
    const http = new SmsServiceHttpClient({ url: 'http://gateway.test/', token: 'token-9', transport });
    await http.sms.send({ to: NUMBER, message: 'Hi' });
    const [attempt, call] = telemetry.spans();
    expect(call?.attributes).toMatchObject({ [ATTR_RPC_SYSTEM_NAME]: 'http', [ATTR_RPC_METHOD]: 'sms.do' });
    expect(attempt?.attributes).toMatchObject({
      [ATTR_URL_FULL]: 'http://gateway.test/sms.do',
      [ATTR_SERVER_PORT]: 80,
    });
    expect(telemetry.tree()).toEqual(['POST in sms.do', 'sms.do']);
  });

  it('have no attempt spans with attempts: false', async () => {
    const telemetry = instrumented({ attempts: false });
    await gatewayOf().client.checkPoints();
    expect(telemetry.tree()).toEqual(['soap_CheckPoints']);
  });
});

describe('the active span', () => {
  /** A transport that makes a span as the instrumentation of HTTP would. */
  function spanning(telemetry: ReturnType<typeof instrumented>): Transport {
    const tracer = telemetry.tracerProvider.getTracer('http');
    const inside = createSandbox({ accounts }).transport();
    return {
      send: async (request) => {
        tracer.startSpan('socket').end();
        return inside.send(request);
      },
    };
  }

  it('is the span of the attempt during its request, below the span of the caller', async () => {
    const telemetry = instrumented();
    const { client } = gatewayOf({ transport: spanning(telemetry), credentials: async () => credentials });
    const tracer = telemetry.tracerProvider.getTracer('caller');
    await tracer.startActiveSpan('page', async (page) => {
      await client.checkPoints();
      expect(trace.getActiveSpan()).toBe(page);
      await rejection(collect(client.streamNumbers(99)));
      expect(trace.getActiveSpan()).toBe(page);
      page.end();
    });
    expect(telemetry.tree()).toEqual([
      'socket in POST',
      'POST in soap_CheckPoints',
      'soap_CheckPoints in page',
      'socket in POST',
      'POST in soap_GetNumbers',
      'soap_GetNumbers in page',
      'page',
    ]);
  });
});

describe('the metric rpc.client.call.duration', () => {
  it('counts calls in seconds, by operation and error', async () => {
    const telemetry = instrumented();
    const { client, sandbox } = gatewayOf();
    await client.checkPoints();
    await client.checkPoints();
    sandbox.failNext('*', { result: 103 });
    await rejection(client.checkPoints());
    const points = await telemetry.durations();
    expect(points.map(({ attributes, value: { count } }) => [attributes, count])).toEqual([
      [CALL, 2],
      [{ ...CALL, [ATTR_ERROR_TYPE]: '103', [ATTR_RPC_STATUS_CODE]: '103' }, 1],
    ]);
    const [{ value }] = points as [(typeof points)[0]];
    expect(value.buckets.boundaries).toEqual([
      0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ]);
    expect(value.sum).toBeGreaterThan(0);
    expect(value.sum).toBeLessThan(5);
  });
});

describe('the instrumentation', () => {
  it('shows no number, text, user name, token or query', async () => {
    const telemetry = instrumented({ label: true });
    const { client, sandbox } = gatewayOf();
    const secret = `Meet at eight ${NUMBER} demo-9 sesame-9 token-9`;
    sandbox.failNext('*', { result: 999, description: secret });
    await rejection(client.sendSms({ to: NUMBER, message: 'Meet at eight' }));
    sandbox.failNext('*', { fault: { code: 'Server', string: secret } });
    await rejection(client.checkPoints());
    const http = new SmsServiceHttpClient({
      url: 'http://gateway.test/?key=query-9',
      token: 'token-9',
      transport: sandbox.transport(),
    });
    await http.sms.send({ to: NUMBER, message: 'Meet at eight' }).catch(() => undefined);
    const wrong = gatewayOf({ credentials: { username: 'demo-9', password: 'wrong-9' } });
    await rejection(wrong.client.checkPoints());
    expect(telemetry.spans().length).toBeGreaterThan(6);
    const shown = JSON.stringify([
      telemetry.spans().map(({ name, attributes, events, links, status }) => [name, attributes, events, links, status]),
      await telemetry.durations(),
    ]);
    for (const word of ['-9', NUMBER, '500100200', 'eight', 'Meet']) expect(shown).not.toContain(word);
  });

  it('does not change a call if a tracer throws', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const oops = (): never => {
      throw new TypeError('x');
    };
    const { disable } = instrumentSmsService({
      tracerProvider: { getTracer: () => ({ startSpan: oops, startActiveSpan: oops }) },
    });
    const { client } = gatewayOf();
    expect(await client.checkPoints()).toBe(100);
    expect(await rejection(collect(client.streamNumbers(99)))).toMatchObject({ name: 'NotFoundError' });
    disable();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('TypeError'), { type: 'SmsServiceWarning' });
    warn.mockRestore();
  });

  it('ends the spans of running calls when it is switched off, and creates no others', async () => {
    const telemetry = instrumented();
    let answer = (): void => undefined;
    const inside = createSandbox({ accounts }).transport();
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { client } = gatewayOf({
      transport: {
        send: async (request) => {
          await held;
          return inside.send(request);
        },
      },
    });
    const first = client.checkPoints();
    await new Promise((resolve) => setImmediate(resolve));
    telemetry.disable();
    const second = client.getGroups();
    answer();
    await Promise.all([first, second]);
    expect(telemetry.tree()).toEqual(['POST in soap_CheckPoints', 'soap_CheckPoints']);
    expect(telemetry.open).toBe(0);
  });

  it.each<[string, unknown, string]>([
    ['tracerProvider', {}, 'tracerProvider: has no getTracer()'],
    ['api', {}, 'api.trace: is missing'],
    ['labels', true, 'labels: is unknown. Known names: tracerProvider, meterProvider, attempts, label, api'],
  ])('refuses invalid options: %s', (name, value, message) => {
    expect(() => instrumentSmsService(untyped({ [name]: value }))).toThrow(message);
  });
});
