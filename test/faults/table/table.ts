import { setTimeout as wait } from 'node:timers/promises';
import type { SmsServiceClient, SmsServiceClientOptions } from '../../../src/client/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import {
  accountFor,
  CREDENTIALS,
  isHarmless,
  KINDS,
  type Kind,
  OPERATIONS,
  type OperationCase,
  sampleCall,
} from '../operations.js';
import { FaultProxy } from '../proxy/fault-proxy.js';
import type { Row, Sample } from '../rows/row.js';
import { wrongWith } from './judge.js';
import { type Line, lineOf, type Seen } from './line.js';
import { type Observation, type Place, runTrial, type Trial } from './trial.js';

/** How much is tried. */
export interface TableOptions {
  readonly rows: readonly Row[];
  /** Whether every operation meets every fault at every byte, and not only the first one of each kind. */
  readonly isThorough: boolean;
  /** Representative operations meet a fault at one of so many bytes. Default: 1. */
  readonly every?: number | undefined;
  readonly clientOf: (options: SmsServiceClientOptions) => SmsServiceClient;
  /** How much later than its time a call may settle. */
  readonly graceMs: number;
  /** Called with each complete line. */
  readonly print: (line: Line) => void;
}

export interface TableResult {
  readonly calls: number;
  /** Calls with changes that were executed more than once. */
  readonly twice: number;
  readonly wrong: readonly string[];
}

/** Of operations that do not stand for their kind, one place in so many is tried. */
const COARSE = 101;
/** Of faults that are much like others. */
const LESS_COARSE = 11;

type Steps = Pick<Sample, 'isRepresentative' | 'step' | 'coarseStep'>;

/** Lets every kind of operation meet every fault. */
export async function runTable(options: TableOptions): Promise<TableResult> {
  const { rows, print } = options;
  const wrong: string[] = [];
  let calls = 0;
  let twice = 0;
  for (const row of rows) {
    const lines = await Promise.all(KINDS.map((kind) => meetAll(row, kind, options)));
    for (const line of lines) {
      if (line === undefined) continue;
      print(line);
      calls += line.seen.length;
      wrong.push(...line.seen.flatMap((one) => one.wrong));
      if (!isHarmless(line.kind)) twice += line.seen.filter(({ carriedOut }) => carriedOut > 1).length;
    }
  }
  return { calls, twice, wrong };
}

/** All operations of a kind meet one fault. */
async function meetAll(row: Row, kind: Kind, options: TableOptions): Promise<Line | undefined> {
  const { isThorough, every = 1 } = options;
  const seen: Seen[] = [];
  for (const [index, operation] of OPERATIONS[kind].entries()) {
    const isRepresentative = isThorough || index === 0;
    const step = isRepresentative ? every : COARSE;
    const coarseStep = isThorough ? every : Math.max(step, LESS_COARSE);
    const line = await meet(row, operation, { isRepresentative, step, coarseStep }, options);
    seen.push(...(line?.seen ?? []));
  }
  return seen.length === 0 ? undefined : lineOf(row.fault, kind, seen);
}

/** Runs an operation with all variants of a fault, on a new gateway. */
async function meet(
  row: Row,
  operation: OperationCase,
  steps: Steps,
  { clientOf, graceMs }: TableOptions,
): Promise<Line | undefined> {
  let id = 10_000_000;
  const sandbox = await startSandbox({ accounts: [accountFor(operation)], nextId: () => String((id += 1)) });
  const proxy = new FaultProxy(sandbox.port);
  const place: Place = { sandbox, proxy, second: new FaultProxy(sandbox.port), clientOf, graceMs };
  await place.proxy.listen();
  await place.second.listen();
  try {
    const trials = row.trials(await sampleOf(place, operation, steps));
    if (trials.length === 0) return undefined;
    const observed: Observation[] = [];
    for (const [call, trial] of trials.entries()) observed.push(await runTrial(place, operation, trial, call));
    // The gateway may still be reading.
    await wait(10);
    return judged(row.fault, operation, trials, observed, place);
  } finally {
    await place.proxy.close();
    await place.second.close();
    await sandbox.close();
  }
}

function judged(
  fault: string,
  operation: OperationCase,
  trials: readonly Trial[],
  observed: readonly Observation[],
  { sandbox }: Place,
): Line {
  const account = sandbox.account(CREDENTIALS.username);
  if (account === undefined) throw new Error('the gateway has lost its account');
  const carriedOut = operation.carriedOut?.(account);
  const seen = observed.map((observation, index) => {
    const { call, exchanges } = observation;
    const times = carriedOut === undefined ? undefined : (carriedOut.get(call) ?? 0);
    const complete = exchanges.filter(({ isWhole }) => isWhole).length;
    const wrong = wrongWith(operation, trials[index] as Trial, observation, times).map(
      (what) => `${fault}: ${operation.name}, call ${call} of ${trials.length}: ${what}`,
    );
    if (times !== undefined && times > complete)
      wrong.push(`${fault}: the proxy has let through what it does not know of`);
    return { result: observation.result, carriedOut: times ?? complete, wrong };
  });
  return lineOf(fault, operation.kind, seen);
}

async function sampleOf(place: Place, operation: OperationCase, steps: Steps): Promise<Sample> {
  const { proxy } = place;
  let response: Buffer = Buffer.alloc(0);
  proxy.forget();
  proxy.next({
    response: (input) => {
      response = Buffer.from(input);
      return input;
    },
  });
  const client = place.clientOf({ url: proxy.url, credentials: CREDENTIALS, retry: false });
  await operation.call(client, sampleCall(operation));
  await client.close();
  return { operation, requestBytes: proxy.exchanges[0]?.received ?? 0, response, ...steps };
}
