import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { collect, rejection } from '../support/collect.js';
import { ROOT } from '../support/run.js';

/** A span as a tracer of @opentelemetry/api makes it, as far as the example uses it. */
interface Span {
  readonly name: string;
  readonly options: { readonly kind: number; readonly startTime: number; readonly attributes: Record<string, unknown> };
  /** What was active where the span was made: its parent. */
  readonly parent: unknown;
  status?: unknown;
  endTime?: number;
}

interface Tracer {
  startSpan(name: string, options: Span['options']): { setStatus(status: object): void; end(time: number): void };
}

const file = `${ROOT}examples/open-telemetry.mjs`;
const { traceSmsService } = (await import(file)) as { traceSmsService: (tracer: Tracer) => () => void };

const active = new AsyncLocalStorage<unknown>();
const credentials = { username: 'demo', password: 'demo-password' };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The spans that are made from now on. */
function traced(): Span[] {
  const spans: Span[] = [];
  const stop = traceSmsService({
    startSpan: (name, options) => {
      const span: Span = { name, options, parent: active.getStore() };
      spans.push(span);
      return {
        setStatus: (status) => {
          span.status = status;
        },
        end: (time) => {
          span.endTime = time;
        },
      };
    },
  });
  cleanups.push(stop);
  return spans;
}

function clientOf(sandbox: Sandbox): SmsServiceClient {
  const url = 'http://gateway.test/soap?key=s3cret';
  return new SmsServiceClient({ url, credentials, transport: sandbox.transport(), retry: { baseDelayMs: 1 } });
}

describe('the OpenTelemetry example', () => {
  it('stands in the guide as it is tested here', async () => {
    const [guide, example] = await Promise.all([readFile(`${ROOT}docs/guide.md`, 'utf8'), readFile(file, 'utf8')]);
    expect(guide).toContain(example);
  });

  it('makes a span of a good call', async () => {
    const spans = traced();
    await clientOf(createSandbox()).checkPoints();
    expect(spans).toMatchObject([
      {
        name: 'soap_CheckPoints',
        options: {
          kind: 2,
          attributes: {
            'rpc.method': 'soap_CheckPoints',
            'url.full': 'http://gateway.test/soap',
            'http.request.resend_count': 0,
            'http.response.status_code': 200,
          },
        },
      },
    ]);
    expect(spans[0]).not.toHaveProperty('status');
  });

  it('gives a span the time that the attempt took', async () => {
    const spans = traced();
    await clientOf(createSandbox()).checkPoints();
    const [{ options, endTime = 0 } = { options: { startTime: Number.NaN } }] = spans;
    expect(options.startTime).toBeLessThanOrEqual(endTime);
    expect(endTime).toBeLessThanOrEqual(Date.now());
  });

  it('makes a span of each attempt, and marks the one that failed', async () => {
    const spans = traced();
    const sandbox = createSandbox();
    sandbox.failNext('*', { drop: 'before' });
    await clientOf(sandbox).checkPoints();
    expect(
      spans.map(({ status, options: { attributes } }) => [status, attributes['http.request.resend_count']]),
    ).toEqual([
      [{ code: 2 }, 0],
      [undefined, 1],
    ]);
    expect(spans[0]?.options.attributes).toMatchObject({
      'error.type': 'CONNECTION',
      'sms_service.outcome': 'unknown',
    });
  });

  it("tells the gateway's code", async () => {
    const spans = traced();
    const sandbox = createSandbox();
    sandbox.failNext('*', { result: 103 });
    await rejection(clientOf(sandbox).checkPoints());
    expect(spans[0]?.options.attributes).toMatchObject({
      'sms_service.result': 103,
      'error.type': 'INSUFFICIENT_POINTS',
    });
  });

  it('gives each span the parent that was active where the call was made', async () => {
    const sandbox = await startSandbox();
    const client = new SmsServiceClient({ url: sandbox.url, credentials, maxConcurrency: 2 });
    cleanups.push(
      () => sandbox.close(),
      () => client.close(),
    );
    const { groupId } = await client.addGroup({ name: 'All' });
    await client.addNumber({ groupId, number: '500100200' });
    const spans = traced();
    const calls = Array.from({ length: 20 }, (_, n) =>
      active.run(n, () => (n % 2 === 0 ? client.checkPoints() : collect(client.streamNumbers(groupId)))),
    );
    await Promise.all(calls);
    expect(spans.map(({ parent }) => parent).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
  });

  it('makes no more spans when it was ended', async () => {
    const spans = traced();
    for (const cleanup of cleanups.splice(0)) await cleanup();
    await clientOf(createSandbox()).checkPoints();
    expect(spans).toEqual([]);
  });
});
