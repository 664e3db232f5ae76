import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { onTestFinished } from 'vitest';
import { type InstrumentOptions, instrumentSmsService } from '../../src/telemetry/opentelemetry/index.js';

/** The SDK with exporters in memory, and the instrumentation over it. */
export interface Telemetry {
  readonly tracerProvider: BasicTracerProvider;
  /** Spans that have begun and are not over. */
  readonly open: number;
  spans(): readonly ReadableSpan[];
  /** The kinds of spans: `soap_CheckPoints`, `POST`, and the parent of each span. */
  tree(): readonly string[];
  durations(): Promise<readonly DataPoint<Histogram>[]>;
  disable(): void;
}

/** Starts both; they are ended with the test. */
export function instrumented(options: InstrumentOptions = {}): Telemetry {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const exporter = new InMemorySpanExporter();
  let open = 0;
  const counting: SpanProcessor = {
    onStart: () => void (open += 1),
    onEnd: () => void (open -= 1),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [counting, new SimpleSpanProcessor(exporter)] });
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const { disable } = instrumentSmsService({ tracerProvider, meterProvider, ...options });
  onTestFinished(async () => {
    disable();
    context.disable();
    trace.disable();
    await meterProvider.shutdown();
  });
  const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
  return {
    tracerProvider,
    get open() {
      return open;
    },
    spans,
    tree: () =>
      spans().map(({ name, parentSpanContext }) => {
        const parent = spans().find((span) => span.spanContext().spanId === parentSpanContext?.spanId);
        return parent === undefined ? name : `${name} in ${parent.name}`;
      }),
    durations: async () => {
      await meterProvider.forceFlush();
      const found =
        metrics
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
      return found.flatMap(({ dataPoints }) => dataPoints as DataPoint<Histogram>[]);
    },
    disable,
  };
}
