import type * as promClient from 'prom-client';
import type { Counter, Gauge, Histogram, OpenMetricsContentType } from 'prom-client';
import type { AttemptTracing, CallTracing } from '../../calls/events/observe.js';
import { checkBoolean, checkMethods, checkPositive, entriesOf, invalid } from '../../options/check.js';
import { loadPeer } from '../../options/load-peer.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { followAttempts, followCalls, followWaiting, serverOf } from '../follow.js';

const BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

type Registry = promClient.Registry | promClient.Registry<OpenMetricsContentType>;

const OPTIONS = {
  /** The registry for the metrics. Default: `register` of prom-client. */
  register: optional<Registry>((registry, path) => checkMethods(registry, ['registerMetric', 'metrics'], path)),
  /** The upper bounds of the histogram's buckets, in seconds, rising. Default: 0.005 to 120. */
  buckets: withDefault<readonly number[]>(BUCKETS, checkBuckets),
  /**
   * Adds the label of the client, as `label`, to the metrics of calls. Each label creates its own time series. Default:
   * false.
   */
  label: withDefault(false, checkBoolean),
  /** The module `prom-client`, for programs in a bundle. Default: it is loaded by its name. */
  promClient: optional<typeof promClient>((module, path) => checkMethods(module, ['Histogram', 'Registry'], path)),
};

/** Options of {@link collectSmsServiceMetrics}. */
export interface CollectOptions extends OptionsOf<typeof OPTIONS> {}

/** What collects metrics, until it is switched off. */
export interface Collection {
  /** Counts no further call, and takes the metrics out of their registry. */
  disable(): void;
}

const PEER = { name: 'prom-client', oldest: '14', neededBy: 'collectSmsServiceMetrics()' } as const;

/**
 * Collects metrics of every call of every client in this process for Prometheus: durations, errors, attempts, retries,
 * calls in flight and requests that wait for their turn. No label of them is a number, a text, or the name of a user.
 *
 * @throws ValidationError when an option is not usable, the registry has one of the metrics, or `prom-client` is not
 * installed
 *
 * @example
 * ```ts
 * import { Registry } from 'prom-client';
 *
 * const register = new Registry();
 * const collection = collectSmsServiceMetrics({ register });
 * await client.checkPoints();
 * console.log(await register.metrics());
 * collection.disable();
 * ```
 */
export function collectSmsServiceMetrics(options: CollectOptions = {}): Collection {
  const { buckets, label, promClient: input, ...rest } = readOptions(options, OPTIONS);
  const peer = input ?? (loadPeer(PEER) as typeof promClient);
  const register = rest.register ?? peer.register;
  const has = Object.values(NAMES).find((name) => register.getSingleMetric(name) !== undefined);
  if (has !== undefined) return invalid('register', `already has the metric ${has}`);
  const metrics = new Metrics(peer, register, buckets, label);
  return { disable: () => metrics.disable() };
}

const NAMES = {
  durations: 'sms_service_call_duration_seconds',
  errors: 'sms_service_call_errors_total',
  attempts: 'sms_service_attempts_total',
  retries: 'sms_service_retries_total',
  inFlight: 'sms_service_calls_in_flight',
  waiting: 'sms_service_requests_waiting',
} as const;

type Labels = Readonly<Record<string, string>>;

class Metrics {
  readonly #register: Registry;
  readonly #stop: readonly (() => void)[];

  constructor(peer: typeof promClient, register: Registry, buckets: readonly number[], label: boolean) {
    this.#register = register;
    const labelOption = label ? ['label'] : [];
    const labelsOf = (call: CallTracing): Labels => (label ? { label: call.label ?? '' } : {});
    const registers = [register];
    const durations: Histogram = new peer.Histogram({
      name: NAMES.durations,
      help: 'Duration of calls of the messaging gateway, including waits, attempts and pauses.',
      labelNames: ['operation', 'outcome', ...labelOption],
      buckets: [...buckets],
      registers,
    });
    const errors: Counter = new peer.Counter({
      name: NAMES.errors,
      help: 'Failed calls of the messaging gateway, by error code.',
      labelNames: ['operation', 'outcome', 'code', ...labelOption],
      registers,
    });
    const attempts: Counter = new peer.Counter({
      name: NAMES.attempts,
      help: 'Requests to the messaging gateway, by host and result.',
      labelNames: ['operation', 'host', 'outcome', 'code'],
      registers,
    });
    const retries: Counter = new peer.Counter({
      name: NAMES.retries,
      help: 'Retried requests to the messaging gateway, all hosts.',
      labelNames: ['operation'],
      registers,
    });
    const calls = followCalls<number>({
      begins: () => performance.now(),
      ends: (call, start) => {
        const { operation, outcome = 'ok', code } = call;
        const labels = { operation, outcome, ...labelsOf(call) };
        durations.observe(labels, (performance.now() - start) / 1000);
        if (code !== undefined) errors.inc({ ...labels, code });
      },
    });
    const requests = followAttempts<undefined>({
      begins: ({ operation, resends }) => {
        if (resends > 0) retries.inc({ operation });
      },
      ends: (attempt) => attempts.inc(attemptLabels(attempt)),
    });
    const waiting = followWaiting();
    gauge(peer, register, NAMES.inFlight, 'Calls of the messaging gateway in progress.', () => calls.open);
    gauge(peer, register, NAMES.waiting, 'Requests that wait because of a limit.', () => waiting.open);
    this.#stop = [calls.stop, requests.stop, waiting.stop];
  }

  disable(): void {
    for (const stop of this.#stop) stop();
    for (const name of Object.values(NAMES)) this.#register.removeSingleMetric(name);
  }
}

function gauge(peer: typeof promClient, register: Registry, name: string, help: string, value: () => number): Gauge {
  return new peer.Gauge({
    name,
    help,
    registers: [register],
    collect(this: Gauge): void {
      this.set(value());
    },
  });
}

function attemptLabels({ operation, address, outcome, code = '' }: AttemptTracing): Labels {
  const server = serverOf(address);
  return {
    operation,
    host: server === undefined ? '' : `${server.host}:${server.port}`,
    outcome: outcome ?? 'ok',
    code,
  };
}

function checkBuckets(buckets: readonly number[], path: string): readonly number[] {
  const bounds = entriesOf(buckets, path).map(([each, bound]) => checkPositive(bound, each));
  const wrong = bounds.findIndex((bound, index) => index > 0 && bound <= (bounds[index - 1] ?? 0));
  return wrong === -1 ? bounds : invalid(`${path}[${wrong}]`, 'must be greater than the previous one');
}
