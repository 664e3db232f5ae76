import promClient, { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Transport } from '../../src/calls/index.js';
import { ConnectionError } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { type CollectOptions, collectSmsServiceMetrics } from '../../src/telemetry/prometheus/index.js';
import { rejection } from '../support/collect.js';
import { untyped } from '../support/unreadable.js';
import { accounts, gatewayOf, NUMBER } from './gateway.js';

/** A registry with the metrics, and their values without buckets and sums of time. */
function collected(options: CollectOptions = {}): {
  readonly register: Registry;
  disable(): void;
  lines(): Promise<readonly string[]>;
} {
  const register = new Registry();
  const { disable } = collectSmsServiceMetrics({ register, ...options });
  onTestFinished(disable);
  return {
    register,
    disable,
    lines: async () => {
      const text = await register.metrics();
      return text.split('\n').filter((line) => line !== '' && !/^#|_bucket\{|_sum[{ ]/.test(line));
    },
  };
}

describe('the metrics', () => {
  it('count calls, errors, attempts by host, and retries', async () => {
    const metrics = collected();
    const { client, sandbox } = gatewayOf({ url: 'https://gateway.test/soap?key=query-9' });
    await client.checkPoints();
    sandbox.failNext('*', { drop: 'before' });
    await client.checkPoints();
    await rejection(client.getNumbers(99));
    expect(await metrics.lines()).toEqual([
      'sms_service_call_duration_seconds_count{operation="soap_CheckPoints",outcome="ok"} 2',
      'sms_service_call_duration_seconds_count{operation="soap_GetNumbers",outcome="rejected"} 1',
      'sms_service_call_errors_total{operation="soap_GetNumbers",outcome="rejected",code="NOT_FOUND"} 1',
      'sms_service_attempts_total{operation="soap_CheckPoints",host="gateway.test:443",outcome="ok",code=""} 2',
      'sms_service_attempts_total{operation="soap_CheckPoints",host="gateway.test:443",outcome="unknown",code="CONNECTION"} 1',
      'sms_service_attempts_total{operation="soap_GetNumbers",host="gateway.test:443",outcome="rejected",code="NOT_FOUND"} 1',
      'sms_service_retries_total{operation="soap_CheckPoints"} 1',
      'sms_service_calls_in_flight 0',
      'sms_service_requests_waiting 0',
    ]);
  });

  it('show the number of calls in flight and of waiting requests', async () => {
    const metrics = collected();
    const [held, answers]: [Promise<void>[], (() => void)[]] = [[], []];
    const inside = createSandbox({ accounts }).transport();
    const { client } = gatewayOf({
      maxConcurrency: 2,
      transport: {
        send: async (request) => {
          const one = new Promise<void>((resolve) => answers.push(resolve));
          held.push(one);
          await one;
          return inside.send(request);
        },
      },
    });
    const calls = [client.checkPoints(), client.checkPoints(), client.checkPoints(), client.checkPoints()];
    await new Promise((resolve) => setImmediate(resolve));
    const gauges = async (): Promise<readonly string[]> =>
      (await metrics.lines()).filter((line) => !line.includes('{'));
    expect(await gauges()).toEqual(['sms_service_calls_in_flight 4', 'sms_service_requests_waiting 2']);
    while (held.length < 4) {
      for (const answer of answers.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const answer of answers) answer();
    await Promise.all(calls);
    expect(await gauges()).toEqual(['sms_service_calls_in_flight 0', 'sms_service_requests_waiting 0']);
  });
  it('have the label with the option', async () => {
    const metrics = collected({ label: true });
    await gatewayOf().client.checkPoints();
    await rejection(gatewayOf({ label: undefined }).client.getNumbers(99));
    expect((await metrics.lines()).slice(0, 3)).toEqual([
      'sms_service_call_duration_seconds_count{operation="soap_CheckPoints",outcome="ok",label="shop"} 1',
      'sms_service_call_duration_seconds_count{operation="soap_GetNumbers",outcome="rejected",label=""} 1',
      'sms_service_call_errors_total{operation="soap_GetNumbers",outcome="rejected",label="",code="NOT_FOUND"} 1',
    ]);
  });

  it('show no number, text, user name, token or query', async () => {
    const metrics = collected({ label: true });
    const { client, sandbox } = gatewayOf();
    const secret = `Meet at eight ${NUMBER} demo-9 sesame-9`;
    sandbox.failNext('*', { result: 999, description: secret });
    await rejection(client.sendSms({ to: NUMBER, message: 'Meet at eight' }));
    sandbox.failNext('*', { fault: { code: 'Server', string: secret } });
    await rejection(client.checkPoints());
    const lost: Transport = { send: () => Promise.reject(new ConnectionError(secret, 'unknown')) };
    await rejection(gatewayOf({ transport: lost, retry: false }).client.checkPoints());
    const text = await metrics.register.metrics();
    expect(text).toContain('SOAP_FAULT');
    for (const word of ['-9', NUMBER, '500100200', 'eight', 'Meet']) expect(text).not.toContain(word);
  });
});

describe('the collection', () => {
  it('is in the registry of prom-client by default, and can be removed', async () => {
    const { disable } = collectSmsServiceMetrics();
    const name = 'sms_service_call_duration_seconds';
    expect(promClient.register.getSingleMetric(name)).toMatchObject({ name });
    expect(() => collectSmsServiceMetrics()).toThrow(`register: already has the metric ${name}`);
    disable();
    expect(promClient.register.getSingleMetric(name)).toBeUndefined();
    await gatewayOf().client.checkPoints();
    const again = collectSmsServiceMetrics();
    expect(await promClient.register.getSingleMetricAsString(name)).not.toContain('_count');
    again.disable();
  });

  it.each<[string, unknown, string]>([
    ['register', {}, 'register: has no registerMetric()'],
    ['buckets', [1, 1], 'buckets[1]: must be greater than the previous one'],
    ['buckets', [0], 'buckets[0]: must be a number above zero'],
    ['label', 'shop', 'label: must be true or false'],
    ['promClient', {}, 'promClient: has no Histogram()'],
    ['prefix', 'x', 'prefix: is unknown. Known names: register, buckets, label, promClient'],
  ])('refuses invalid options: %s', (name, value, message) => {
    expect(() => collectSmsServiceMetrics(untyped({ [name]: value }))).toThrow(message);
  });
});
