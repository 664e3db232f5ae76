import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import type { SmsServiceEvent, Transport } from '../../src/calls/index.js';
import { ConnectionError, isSmsServiceError, SmsServiceGateway } from '../../src/client/index.js';
import { SmsServiceHttpGateway } from '../../src/http-client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { collectSmsServiceMetrics } from '../../src/telemetry/prometheus/index.js';
import { instrumented } from './open-telemetry.js';

/** `TELEMETRY_CALLS=10000` is the long form. */
const CALLS = Number(process.env['TELEMETRY_CALLS'] ?? 1000);
const credentials = { username: 'demo', password: 'demo-password' };

/** Numbers from 0 to below 1, the same each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const increment = (counts: Map<string, number>, name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);
const sorted = (counts: ReadonlyMap<string, number>): readonly unknown[] =>
  [...counts].sort(([one], [other]) => (one < other ? -1 : 1));

/** The result of a call, as seen by its caller. */
function seen(error: unknown): string {
  if (!isSmsServiceError(error)) return 'FOREIGN';
  return 'result' in error && typeof error.result === 'number' ? String(error.result) : error.code;
}

it('each of many concurrent calls is reported once, and all sums are correct', {
  timeout: 120_000,
}, async () => {
  const telemetry = instrumented();
  const register = new Registry();
  const collection = collectSmsServiceMetrics({ register });
  onTestFinished(() => collection.disable());
  const random = randomOf(20_261_123);
  const groups = [{ name: 'Customers', numbers: [{ number: '500100201' }, { number: '500100202' }] }, { name: 'New' }];
  const account = { ...credentials, tokens: ['t0ken'], points: 1_000_000, groups };
  const sandbox = createSandbox({ accounts: [account] });
  const inside = sandbox.transport();
  let [sent, resent] = [0, 0];
  const transport: Transport = {
    send: async (request) => {
      sent += 1;
      if ((request.attempt ?? 1) > 1) resent += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (random() < 0.2) throw new ConnectionError('lost', random() < 0.5 ? 'unknown' : 'not-sent');
      return inside.send(request);
    },
  };
  const ends: SmsServiceEvent[] = [];
  const onEvent = (event: SmsServiceEvent): unknown => event.type === 'done' && ends.push(event);
  const shared = { transport, onEvent, maxConcurrency: 200, retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 2 } };
  const soap = new SmsServiceGateway({ url: 'http://gateway.test/soap', ...shared });
  const http = new SmsServiceHttpGateway({ url: 'http://gateway.test/', ...shared });
  const client = soap.client({ credentials, label: 'one' });
  const withoutVault = soap.client({ credentials: () => Promise.reject(new Error('down')), label: 'two' });
  const wrong = soap.client({ credentials: { username: 'demo', password: 'wrong' } });
  const sender = http.client({ token: 't0ken', label: 'three' });

  const read = async (items: AsyncIterable<unknown>, most: number): Promise<void> => {
    let count = 0;
    for await (const _ of items) if ((count += 1) === most) break;
  };
  const kinds: readonly (() => Promise<unknown>)[] = [
    () => client.checkPoints(),
    () => client.getNumbers(99),
    () => client.addNumber({ number: '500100200', groupId: 2 }),
    () => client.sendSms({ to: '500100200', message: 'Hi' }),
    () => read(client.streamNumbers(1), Number.POSITIVE_INFINITY),
    () => read(client.streamNumbers(1), 1),
    () => read(client.streamNumbers(99), 1),
    () => withoutVault.checkPoints(),
    () => wrong.getSenders(),
    () => sender.sms.send({ to: '500100200', message: 'Hi' }),
    () => sender.profile.get(),
    () => client.getGroups({ signal: AbortSignal.abort() }),
    () => client.getGroups({ timeoutMs: 1 + Math.floor(random() * 30) }),
    () => {
      const caller = new AbortController();
      setTimeout(() => caller.abort(), random() * 200);
      return client.getSenders({ signal: caller.signal });
    },
  ];
  const results = new Map<string, number>();
  const calls = Array.from({ length: CALLS }, async () => {
    const kind = kinds[Math.floor(random() * kinds.length)] as () => Promise<unknown>;
    try {
      await kind();
      increment(results, 'ok');
    } catch (error) {
      increment(results, seen(error));
    }
  });
  await Promise.all(calls);
  await Promise.all([soap.close(), http.close()]);

  // The events, the spans, the metric of OpenTelemetry, and those of Prometheus.
  const [events, spans] = [new Map<string, number>(), new Map<string, number>()];
  for (const end of ends) if (end.type === 'done') increment(events, String(end.result ?? end.code ?? 'ok'));
  expect(sorted(events)).toEqual(sorted(results));
  const all = telemetry.spans();
  const callSpans = all.filter(({ name }) => name !== 'POST' && name !== 'GET');
  for (const { attributes } of callSpans) increment(spans, String(attributes[ATTR_ERROR_TYPE] ?? 'ok'));
  expect(sorted(spans)).toEqual(sorted(results));
  expect([callSpans.length, telemetry.open, all.length - callSpans.length]).toEqual([CALLS, 0, sent]);
  const points = await telemetry.durations();
  expect(points.reduce((sum, { value }) => sum + value.count, 0)).toBe(CALLS);
  const text = await register.metrics();
  const sumOf = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))].reduce((sum, [, n]) => sum + Number(n), 0);
  expect(sumOf('sms_service_call_duration_seconds_count')).toBe(CALLS);
  expect(sumOf('sms_service_call_errors_total')).toBe(CALLS - (results.get('ok') ?? 0));
  expect(sumOf('sms_service_attempts_total')).toBe(sent);
  expect(sumOf('sms_service_retries_total')).toBe(resent);
  expect([sumOf('sms_service_calls_in_flight'), sumOf('sms_service_requests_waiting')]).toEqual([0, 0]);
  // Enough of each kind was there.
  expect(results.get('ok')).toBeGreaterThan(CALLS / 4);
  for (const code of ['ABORTED', 'TIMEOUT', 'CREDENTIALS', 'CONNECTION', '40', '101'])
    expect(results.get(code), code).toBeGreaterThan(5);
  expect(resent).toBeGreaterThan(100);
});
