import type * as openTelemetry from '@opentelemetry/api';
import type { Attributes, Context, Histogram, MeterProvider, Span, TracerProvider } from '@opentelemetry/api';
import type { AttemptTracing, CallTracing } from '../../calls/events/observe.js';
import { checkBoolean, checkMethods } from '../../options/check.js';
import { loadPeer } from '../../options/load-peer.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { type Followed, followAttempts, followCalls, serverOf } from '../follow.js';

const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.45.0';

const DURATION_BOUNDARIES: number[] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const ON_THE_WAY: ReadonlySet<string> = new Set([
  'CONNECTION',
  'TIMEOUT',
  'TLS',
  'REQUEST_BODY',
  'ABORTED',
  'HTTP_STATUS',
  'FOREIGN',
]);

function callAttributes({ operation, protocol, address, label }: CallTracing, withLabel: boolean): Attributes {
  return {
    'rpc.system.name': protocol ?? 'http',
    'rpc.method': operation,
    ...serverAttributes(address),
    ...(withLabel && label !== undefined ? { 'sms_service.label': label } : {}),
  };
}

function failureAttributes({ code, result }: CallTracing): Attributes {
  if (code === undefined) return {};
  if (typeof result !== 'number') return { 'error.type': code };
  return { 'error.type': String(result), 'rpc.status_code': String(result) };
}

function attemptAttributes({ method, address, resends }: AttemptTracing): Attributes {
  return {
    'http.request.method': method,
    'url.full': address,
    ...serverAttributes(address),
    ...(resends > 0 ? { 'http.request.resend_count': resends } : {}),
  };
}

function responseAttributes({ status, code }: AttemptTracing): Attributes {
  const type = status !== undefined && status >= 400 ? String(status) : wayError(code);
  return {
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(type === undefined ? {} : { 'error.type': type }),
  };
}

function wayError(code: string | undefined): string | undefined {
  return code !== undefined && ON_THE_WAY.has(code) ? code : undefined;
}

function serverAttributes(address: string): Attributes {
  const server = serverOf(address);
  return server === undefined ? {} : { 'server.address': server.host, 'server.port': server.port };
}

const OPTIONS = {
  /** Makes the tracer. Default: the global one, as `NodeSDK.start()` sets it. */
  tracerProvider: optional<TracerProvider>((provider, path) => checkMethods(provider, ['getTracer'], path)),
  /** Makes the meter. Default: the global one. */
  meterProvider: optional<MeterProvider>((provider, path) => checkMethods(provider, ['getMeter'], path)),
  /** Creates a span for each attempt. Set it to `false` if an HTTP instrumentation already does. Default: true. */
  attempts: withDefault(true, checkBoolean),
  /**
   * Adds the label of the client, as `sms_service.label`, to spans and to the metric. Each label creates its own time
   * series. Default: false.
   */
  label: withDefault(false, checkBoolean),
  /** The module `@opentelemetry/api`, for programs in a bundle. Default: it is loaded by its name. */
  api: optional<typeof openTelemetry>(checkApi),
};

/** Options of {@link instrumentSmsService}. */
export interface InstrumentOptions extends OptionsOf<typeof OPTIONS> {}

/** What makes spans and measures calls, until it is switched off. */
export interface Instrumentation {
  /** Follows no further call. Spans of calls that have begun are ended with them. */
  disable(): void;
}

interface OpenCall {
  readonly span: Span;
  readonly context: Context;
  readonly attributes: Attributes;
  readonly start: number;
}

/**
 * Lets OpenTelemetry see every call of every client in this process: a span of the kind `CLIENT` by the conventions of
 * RPC for the whole call, below it one by those of HTTP for each attempt, and the metric `rpc.client.call.duration`. No
 * number, text, user name, token or query is in any of them.
 *
 * @throws ValidationError when an option is not usable, or `@opentelemetry/api` is not installed
 *
 * @example
 * ```ts
 * const instrumentation = instrumentSmsService();
 * await client.checkPoints();
 * instrumentation.disable();
 * ```
 */
export function instrumentSmsService(options: InstrumentOptions = {}): Instrumentation {
  const { tracerProvider, meterProvider, attempts, label, api } = readOptions(options, OPTIONS);
  const peer = api ?? (loadPeer(PEER) as typeof openTelemetry);
  const { trace, metrics } = peer;
  const telemetry: Telemetry = {
    api: peer,
    tracer: (tracerProvider ?? trace.getTracerProvider()).getTracer(NAME, undefined, { schemaUrl: SCHEMA_URL }),
    durations: new Durations(() => meterProvider ?? metrics.getMeterProvider()),
    attempts: new OpenAttempts(),
    label,
  };
  const followed = [spansOfCalls(telemetry), ...(attempts ? [spansOfAttempts(telemetry)] : [])];
  return {
    disable: () => {
      for (const each of followed) each.stop();
    },
  };
}

const NAME = 'sms-service-client';
const PEER = { name: '@opentelemetry/api', oldest: '1.9', neededBy: 'instrumentSmsService()' } as const;

interface Telemetry {
  readonly api: typeof openTelemetry;
  readonly tracer: openTelemetry.Tracer;
  readonly durations: Durations;
  readonly attempts: OpenAttempts;
  readonly label: boolean;
}

class Durations {
  readonly #provider: () => MeterProvider;
  #of: MeterProvider | undefined;
  #histogram: Histogram | undefined;

  constructor(provider: () => MeterProvider) {
    this.#provider = provider;
  }

  record(seconds: number, attributes: Attributes, context: Context): void {
    const provider = this.#provider();
    if (this.#of !== provider) {
      this.#of = provider;
      this.#histogram = provider
        .getMeter(NAME, undefined, { schemaUrl: SCHEMA_URL })
        .createHistogram('rpc.client.call.duration', {
          unit: 's',
          description: 'Measures the duration of an outgoing Remote Procedure Call (RPC).',
          advice: { explicitBucketBoundaries: DURATION_BOUNDARIES },
        });
    }
    this.#histogram?.record(seconds, attributes, context);
  }
}

function spansOfCalls({ api, tracer, durations, attempts, label }: Telemetry): Followed {
  const { context: contexts, trace, SpanKind, SpanStatusCode } = api;
  return followCalls({
    begins: (call): OpenCall => {
      const attributes = callAttributes(call, label);
      const span = tracer.startSpan(call.operation, {
        kind: SpanKind.CLIENT,
        attributes: call.callId === undefined ? attributes : { ...attributes, 'sms_service.call_id': call.callId },
      });
      const context = trace.setSpan(contexts.active(), span);
      doWithin(call, contexts, context);
      return { span, context, attributes, start: performance.now() };
    },
    ends: (call, { span, context, attributes, start }) => {
      const failure = failureAttributes(call);
      for (const left of attempts.ofEnded(call.callId)) {
        left.setAttributes({ 'error.type': call.code });
        left.setStatus({ code: SpanStatusCode.ERROR });
        left.end();
      }
      span.setAttribute('sms_service.attempts', call.attempts);
      if (call.code !== undefined) {
        span.setAttributes({ ...failure, 'sms_service.outcome': call.outcome });
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      durations.record((performance.now() - start) / 1000, { ...attributes, ...failure }, context);
    },
  });
}

function spansOfAttempts({ api, tracer, attempts }: Telemetry): Followed {
  const { context: contexts, trace, SpanKind, SpanStatusCode } = api;
  return followAttempts({
    begins: (attempt): Span => {
      const span = tracer.startSpan(attempt.method, {
        kind: SpanKind.CLIENT,
        attributes: attemptAttributes(attempt),
      });
      attempts.add(attempt.callId, span);
      doWithin(attempt, contexts, trace.setSpan(contexts.active(), span));
      return span;
    },
    ends: (attempt, span) => {
      if (!attempts.delete(attempt.callId, span)) return;
      const attributes = responseAttributes(attempt);
      span.setAttributes(attributes);
      if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  });
}

function doWithin(tracing: CallTracing | AttemptTracing, contexts: openTelemetry.ContextAPI, context: Context): void {
  const outer = tracing.within;
  tracing.within = (act) => contexts.with(context, () => (outer === undefined ? act() : outer(act)));
}

class OpenAttempts {
  readonly #spans = new Map<number | undefined, Set<Span>>();

  add(callId: number | undefined, span: Span): void {
    const spans = this.#spans.get(callId) ?? new Set();
    this.#spans.set(callId, spans.add(span));
  }

  /** Returns true if it existed. */
  delete(callId: number | undefined, span: Span): boolean {
    const spans = this.#spans.get(callId);
    const wasThere = spans?.delete(span) === true;
    if (spans?.size === 0) this.#spans.delete(callId);
    return wasThere;
  }

  ofEnded(callId: number | undefined): Iterable<Span> {
    const spans = this.#spans.get(callId) ?? [];
    this.#spans.delete(callId);
    return spans;
  }
}

function checkApi(api: typeof openTelemetry, path: string): typeof openTelemetry {
  checkMethods(api?.trace, ['getTracer'], `${path}.trace`);
  checkMethods(api?.context, ['with'], `${path}.context`);
  return api;
}
