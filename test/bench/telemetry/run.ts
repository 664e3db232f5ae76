/**
 * The cost of telemetry: calls over HTTP without observers, with empty subscribers of the tracing channels, with
 * `onEvent`, and with OpenTelemetry and Prometheus, alternately, against a server in another process.
 *
 * `npm run bench -- telemetry [--rounds 9]`; the figures are processor time of the build.
 */
import { fork } from 'node:child_process';
import { tracingChannel } from 'node:diagnostics_channel';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { Registry } from 'prom-client';
import { SmsServiceClient } from 'sms-service-client';
import { instrumentSmsService } from 'sms-service-client/opentelemetry';
import { collectSmsServiceMetrics } from 'sms-service-client/prometheus';
import { summary } from '../statistics.js';

const { rounds: given } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } }).values;
const ROUNDS = Number(given);
const CALLS = 4000;
const AT_ONCE = 32;

context.setGlobalContextManager(new AsyncLocalStorageContextManager());
const tracerProvider = new BasicTracerProvider();
const meterProvider = new MeterProvider();
const noOp = (): void => undefined;
const subscriber = { start: noOp, end: noOp, asyncStart: noOp, asyncEnd: noOp, error: noOp };
const channels = ['call', 'attempt'].map((name) => tracingChannel<unknown, object>(`sms-service-client:${name}`));

/** Each function starts an observer and returns a function that stops it. */
const WAYS: Readonly<Record<string, () => () => void>> = {
  nobody: () => noOp,
  'empty subscribers of the tracing channels': () => {
    for (const channel of channels) channel.subscribe(subscriber);
    return () => {
      for (const channel of channels) channel.unsubscribe(subscriber);
    };
  },
  collectSmsServiceMetrics: () => collectSmsServiceMetrics({ register: new Registry() }).disable,
  'instrumentSmsService, attempts: false': () =>
    instrumentSmsService({ tracerProvider, meterProvider, attempts: false }).disable,
  instrumentSmsService: () => instrumentSmsService({ tracerProvider, meterProvider }).disable,
};

const server = fork(fileURLToPath(new URL('../server.ts', import.meta.url)), [], {
  execArgv: ['--import', 'tsx'],
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const url = await new Promise<string>((resolve) => {
  server.stdout?.once('data', (line: Buffer) => resolve(line.toString('utf8').trim()));
});
const credentials = { username: 'demo', password: 'demo-password' };
const quiet = new SmsServiceClient({ url, credentials });
const told = new SmsServiceClient({ url, credentials, onEvent: noOp });

/** Processor time of a call, in microseconds. */
async function timeOf(client: SmsServiceClient): Promise<number> {
  const before = process.cpuUsage();
  let left = CALLS;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await client.checkPoints();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

const times = new Map<string, number[]>();
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, lookOn] of [...Object.entries(WAYS), ['onEvent', () => noOp] as const]) {
    const stop = lookOn();
    const time = await timeOf(name === 'onEvent' ? told : quiet);
    stop();
    // The first round warms up.
    if (round > 0) times.set(name, [...(times.get(name) ?? []), time]);
  }
}
const base = times.get('nobody') ?? [];
for (const [name, each] of times) {
  const { median, min, max } = summary(each.map((time, round) => time / (base[round] ?? Number.NaN)));
  const [ratio, least, most] = [median, min, max].map((value) => value.toFixed(2));
  console.log(`${name.padEnd(42)} ${summary(each).median.toFixed(0)} µs  ${ratio} × (${least}–${most})`);
}
await quiet.close();
await told.close();
server.disconnect();
