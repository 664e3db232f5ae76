import { AsyncLocalStorage } from 'node:async_hooks';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isSmsServiceError, type SmsServiceClient, type SmsServiceClientOptions } from '../../../src/client/index.js';
import { CREDENTIALS } from '../operations.js';
import { secretsIn, shownBy } from '../secrets.js';
import { compare, type LoadResult, RESULTS, type Reported } from './compare.js';
import { leftOver, Memory } from './leaks.js';
import type { GatewayArguments, Ready, Report } from './messages.js';
import { plannedCall } from './plan.js';
import { usernameOf } from './username.js';

export interface LoadOptions extends GatewayArguments {
  readonly concurrency: number;
  /** How much later than its time a call may settle. */
  readonly graceMs: number;
  /** Makes the client; a suite that tries itself out makes a broken one. */
  readonly clientOf: (options: SmsServiceClientOptions) => SmsServiceClient;
}

/** After so many calls the engine has compiled what it will, and memory is measured for the first time. */
const WARM_UP_CALLS = 5000;

/**
 * How many of the calls are for warming up: in a short run more than half, in a long one a part that does not matter.
 */
function warmUpOf(calls: number): number {
  return Math.floor(Math.max(calls * 0.3, Math.min(calls * 0.6, WARM_UP_CALLS)));
}

/** Makes many concurrent calls, some with faults, and compares their results with the gateway. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { seed, calls, faultRate, only, clientOf } = options;
  const gateway = fork(
    fileURLToPath(new URL('gateway-child.ts', import.meta.url)),
    [JSON.stringify({ seed, calls, faultRate, only } satisfies GatewayArguments)],
    { serialization: 'advanced', execArgv: ['--import', 'tsx'] },
  );
  try {
    const [{ url }] = (await once(gateway, 'message')) as [Ready];
    const current = new AsyncLocalStorage<number>();
    const reported: Reported = {
      results: new Uint8Array(calls),
      events: { request: 0, response: 0, error: 0, retry: 0, limit: 0, done: 0 },
      wrong: [],
    };
    const client = clientOf({
      url,
      credentials: () => ({ ...CREDENTIALS, username: usernameOf(current.getStore() ?? 0) }),
      retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 5 },
      // The refusals of this gateway are faults: they do not come of too many requests.
      adaptiveLimit: false,
      onEvent: ({ type }) => {
        reported.events[type] += 1;
      },
      logger: lookingThrough(reported),
    });
    const memory = new Memory();
    const before = leftOver();
    const start = performance.now();
    const busyBefore = performance.eventLoopUtilization();

    const warm = warmUpOf(calls);
    await makeCalls({ from: 0, to: warm }, client, current, reported, options);
    await memory.measure();
    await makeCalls({ from: warm, to: calls }, client, current, reported, options);
    const durationMs = performance.now() - start;
    const { utilization } = performance.eventLoopUtilization(busyBefore);
    await memory.measure();

    await client.close();
    // The proxy sees closed connections slightly later than this side. That is no leak.
    await wait(200);
    const remaining = leftOver().filter((name) => !before.includes(name));
    gateway.send('report');
    const [report] = (await once(gateway, 'message')) as [Report];
    const plan = (call: number): ReturnType<typeof plannedCall> => plannedCall(options, call);
    return { ...compare(plan, reported, report), durationMs, utilization, memory, remaining };
  } finally {
    gateway.disconnect();
  }
}

/** Makes calls, so many at once, and waits for the last of them. */
async function makeCalls(
  { from, to }: { readonly from: number; readonly to: number },
  client: SmsServiceClient,
  current: AsyncLocalStorage<number>,
  reported: Reported,
  options: LoadOptions,
): Promise<void> {
  const { concurrency, graceMs } = options;
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < to) {
      const call = next++;
      const planned = plannedCall(options, call);
      await current.run(call, () => makeCall(call, planned, client, reported, graceMs));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function makeCall(
  call: number,
  { operation, timeoutMs, trouble }: ReturnType<typeof plannedCall>,
  client: SmsServiceClient,
  reported: Reported,
  graceMs: number,
): Promise<void> {
  const abort = trouble?.abortAfterMs === undefined ? undefined : AbortSignal.timeout(trouble.abortAfterMs);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs + graceMs);
  });
  try {
    const response = await Promise.race([operation.call(client, call, { timeoutMs, signal: abort }), late]);
    if (response === 'late') {
      reported.wrong.push(`call ${call} (${operation.name}, ${trouble?.name ?? 'no fault'}) did not settle`);
      return;
    }
    reported.results[call] = RESULTS.indexOf('success');
    if (!operation.isRight(response))
      reported.wrong.push(`call ${call} (${operation.name}): success with a wrong response`);
  } catch (error) {
    if (isSmsServiceError(error)) reported.results[call] = RESULTS.indexOf(error.outcome);
    else reported.wrong.push(`call ${call} (${operation.name}): no error of the library: ${String(error)}`);
    const shown = secretsIn(shownBy(error), call);
    if (shown.length > 0) reported.wrong.push(`call ${call} (${operation.name}): the error shows ${shown.join(', ')}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The word of every message text, or a telephone number that is not a part of a longer one. */
const ANY_SECRET = /Sekret|(?<![\d.])48[567]\d{8}(?!\d)/;

/** A logger that keeps nothing, and looks for secrets of any call. */
function lookingThrough(reported: Reported): NonNullable<SmsServiceClientOptions['logger']> {
  const look = (line: string): void => {
    if (line.includes(CREDENTIALS.password) || ANY_SECRET.test(line))
      reported.wrong.push(`the log shows a secret: ${line}`);
  };
  return { debug: look, info: look, warn: look };
}
