import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import {
  isSmsServiceError,
  type Outcome,
  type SmsServiceClient,
  type SmsServiceClientOptions,
} from '../../../src/client/index.js';
import type { RunningSandbox } from '../../../src/sandbox/index.js';
import { CREDENTIALS, type OperationCase } from '../operations.js';
import type { Exchange } from '../proxy/exchange.js';
import type { Fault } from '../proxy/fault.js';
import type { FaultProxy } from '../proxy/fault-proxy.js';
import { Reported, shownBy } from '../secrets.js';

/** What became of a call. */
export type Result = 'success' | Outcome;

/** The servers and the client of a trial. */
export interface Place {
  readonly sandbox: RunningSandbox;
  readonly proxy: FaultProxy;
  /** A second way to the same gateway. */
  readonly second: FaultProxy;
  /** Makes the client; a suite that tries itself out makes a broken one. */
  readonly clientOf: (options: SmsServiceClientOptions) => SmsServiceClient;
  /** How much later than its time a call may settle, and a connection be closed, on a busy machine. */
  readonly graceMs: number;
}

/** One call that meets a fault. */
export interface Trial {
  /** The faults of the requests of the call, in order; further requests have none. */
  readonly faults: readonly Fault[];
  /** The possible results; the gateway determines which of them is correct. */
  readonly want: readonly Result[];
  /** The fault of an earlier call of the operation, and the pause between both calls. */
  readonly prelude?: Fault | undefined;
  readonly preludePauseMs?: number | undefined;
  /** Whether an earlier call has left a connection. */
  readonly isWarm?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  /** Other options of the client. */
  readonly options?: ((place: Place) => Partial<SmsServiceClientOptions>) | undefined;
  /** Done just before the call, and just after the call was made. */
  readonly before?: ((place: Place, operation: OperationCase) => unknown) | undefined;
  readonly during?: ((place: Place, client: SmsServiceClient, abort: AbortController) => unknown) | undefined;
  /** Done when the call is over. */
  readonly after?: ((place: Place) => unknown) | undefined;
  /** The minimum duration of the call, because the server requested a pause. */
  readonly atLeastMs?: number | undefined;
  /** The maximum number of requests that sent at least one byte, for operations that change something. Default: 1. */
  readonly maxRequests?: number | undefined;
  /** Whether the request itself is of another size than usual. */
  readonly call?: OperationCase['call'] | undefined;
}

/** The observed result of one call. */
export interface Observation {
  readonly call: number;
  readonly result: Result | 'unsettled' | 'foreign';
  readonly error: unknown;
  readonly value: unknown;
  /** The items that a stream returned before it ended. */
  readonly items: readonly unknown[];
  readonly attempts: number;
  readonly exchanges: readonly Exchange[];
  readonly reported: Reported;
  /** Everything the error shows. */
  readonly shown: string;
  readonly isClosed: boolean;
  readonly durationMs: number;
}

/** Calls from this number on are not looked at. */
const PRELUDE = 90_000_000;
/** The most that closing a connection takes; less than the time after which an idle one is closed anyway (4 s). */
const CLOSING_MS = 2000;
/** The timeout of calls whose fault does not concern time. */
const TIMEOUT_MS = 20_000;

/** Creates a client, makes one call with its fault, and closes the client. */
export async function runTrial(
  place: Place,
  operation: OperationCase,
  trial: Trial,
  call: number,
): Promise<Observation> {
  const { proxy, second, clientOf, graceMs } = place;
  const { timeoutMs = TIMEOUT_MS } = trial;
  const reported = new Reported();
  const options = trial.options?.(place) ?? {};
  const client = clientOf({
    url: proxy.url,
    credentials: CREDENTIALS,
    timeoutMs,
    retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 2 },
    logger: reported.logger,
    ...options,
    onEvent: (event) => {
      reported.onEvent(event);
      return options.onEvent?.(event);
    },
  });
  if (trial.isWarm) await client.getSenders();
  if (trial.prelude !== undefined) {
    proxy.forget();
    proxy.next(trial.prelude);
    await operation.call(client, PRELUDE + call).catch(() => undefined);
    await wait(trial.preludePauseMs ?? 0);
    // Reads data that arrived in the meantime.
    await turn();
    await turn();
  }
  reported.events.length = 0;
  reported.lines.length = 0;
  proxy.forget();
  second.forget();
  proxy.next(...trial.faults);
  await trial.before?.(place, operation);

  const abort = new AbortController();
  const items: unknown[] = [];
  const start = performance.now();
  const begun = (trial.call ?? operation.call)(client, call, { signal: abort.signal }, items);
  const settled = settle(begun, timeoutMs + graceMs);
  await trial.during?.(place, client, abort);
  const outcome = await settled;
  const durationMs = performance.now() - start;
  const exchanges = [...proxy.exchanges, ...second.exchanges];
  const attempts = reported.count('request');
  await trial.after?.(place);
  await client.close({ abort: outcome.result === 'unsettled' });
  const closingMs = Math.min(graceMs, CLOSING_MS);
  const isClosed = (await proxy.whenClosed(closingMs)) && (await second.whenClosed(closingMs));
  const shown = outcome.error === undefined ? '' : shownBy(outcome.error);
  return { call, ...outcome, items, attempts, exchanges, reported, shown, isClosed, durationMs };
}

type Settled = Pick<Observation, 'result' | 'error' | 'value'>;

async function settle(begun: Promise<unknown>, withinMs: number): Promise<Settled> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Settled>((resolve) => {
    timer = setTimeout(() => resolve({ result: 'unsettled', error: undefined, value: undefined }), withinMs);
  });
  const settled = begun.then(
    (value): Settled => ({ result: 'success', error: undefined, value }),
    (error: unknown): Settled => ({
      result: isSmsServiceError(error) ? error.outcome : 'foreign',
      error,
      value: undefined,
    }),
  );
  const first = await Promise.race([settled, late]);
  clearTimeout(timer);
  return first;
}
