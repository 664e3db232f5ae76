import { Agent } from 'undici';
import { undiciTransport } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import type { LoadResult } from './load/compare.js';
import { runLoad } from './load/load.js';
import { ROWS } from './rows/all.js';
import { TABLE_HEAD, textOf } from './table/line.js';
import { runTable, type TableOptions } from './table/table.js';

/** The options of `npm run test:slow -- faults`. */
export interface FaultsOptions {
  /** How many calls the load run makes. */
  readonly calls: number;
  /** Determines the operation and the fault of each call of the load run. */
  readonly seed: number;
  readonly concurrency: number;
  /** The share of the calls of the load run that meet a fault, in percent. */
  readonly percent: number;
  /** Whether every operation meets every fault at every byte, and not only the first one of each kind. */
  readonly isThorough: boolean;
  /** Operations that represent their kind meet a fault at one of so many bytes. */
  readonly every: number;
  /** By which transport the calls go. */
  readonly transport: 'http' | 'undici';
  /** Limits the load run to faults whose names contain this text, and skips the table. */
  readonly load: string | undefined;
  /** Only faults whose name contains this are tried, and no load run is made. */
  readonly only: string | undefined;
}

type Print = (line: string) => void;

/** The most printed problems. */
const MAX_PRINTED = 20;
/**
 * How much more live memory there may be at the end of a load run than after its first third: what a client needs is
 * less than this, and a leak of 300 bytes a call is more after 20,000 calls.
 */
const MAX_GROWTH_BYTES = 3_000_000;
/** How much later than its time a call may settle, and a connection be closed, on a busy machine. */
const GRACE_MS = 5000;
/** The share of calls without a fault that may fail, because they share connections with other calls. */
const MAX_BYSTANDERS = 0.08;

type ClientOf = (options: SmsServiceClientOptions) => SmsServiceClient;

const CLIENTS: Readonly<Record<FaultsOptions['transport'], ClientOf>> = {
  http: (options) => new SmsServiceClient(options),
  undici: (options) => {
    const pool = new Agent({ connections: 32 });
    const client = new SmsServiceClient({ transport: undiciTransport(pool), ...options });
    const close = client.close.bind(client);
    client.close = async (how) => {
      await close(how);
      await pool.destroy();
    };
    return client;
  },
};

/**
 * Lets every kind of operation meet every fault, makes many calls under load, and prints what became of them.
 *
 * @returns the exit code: 1 when anything was wrong
 */
export async function testFaults(options: FaultsOptions, print: Print): Promise<number> {
  const { calls, seed, concurrency, percent, every, isThorough, only, transport, load: loadOnly } = options;
  const clientOf = CLIENTS[transport] ?? CLIENTS.http;
  for (const [name, value] of Object.entries({ calls, seed, concurrency, percent, every })) {
    if (!Number.isSafeInteger(value) || value < (name === 'every' ? 1 : 0))
      throw new Error(`--${name} takes a whole number`);
  }
  const rows = ROWS.filter(({ fault }) => fault.includes(only ?? ''));
  if (only !== undefined) return verdict((await printTable({ rows, isThorough, every, clientOf }, print)).wrong, print);

  // First, while the memory of the process is that of a client and of nothing else.
  print(`load: ${calls} calls, ${concurrency} at once, ${percent} % of them meet a fault, seed ${seed}`);
  const plan = { calls, seed, faultRate: percent / 100, only: loadOnly };
  const load = await runLoad({ ...plan, concurrency, clientOf, graceMs: GRACE_MS });
  printLoad(load, print);
  if (loadOnly !== undefined) return verdict([...load.wrong, ...leaksOf(load)], print);
  print('');
  const table = await printTable({ rows, isThorough, every, clientOf }, print);
  const faulty = table.faulty + [...load.troubles.values()].reduce((sum, count) => sum + count, 0);
  const outcomes = [...table.wrong, ...load.wrong];
  print('');
  print(
    `seed ${seed}: ${faulty} calls met a fault; sent twice: ${table.twice + load.twice}; wrong outcomes: ${outcomes.length}`,
  );
  return verdict([...outcomes, ...leaksOf(load)], print);
}

async function printTable(
  options: Pick<TableOptions, 'rows' | 'isThorough' | 'every' | 'clientOf'>,
  print: Print,
): Promise<{ readonly faulty: number; readonly twice: number; readonly wrong: readonly string[] }> {
  let last = '';
  let faulty = 0;
  const start = performance.now();
  print(TABLE_HEAD);
  const { calls, twice, wrong } = await runTable({
    ...options,
    graceMs: GRACE_MS,
    print: (line) => {
      print(textOf(line, line.fault !== last));
      last = line.fault;
      if (line.fault !== 'no fault') faulty += line.seen.length;
      for (const what of line.seen.flatMap((seen) => seen.wrong).slice(0, 3)) print(`  WRONG ${what}`);
    },
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  print(`${calls} calls in ${seconds} s; changed or sent twice: ${twice}; wrong: ${wrong.length}`);
  return { faulty, twice, wrong };
}

function printLoad(load: LoadResult, print: Print): void {
  const { outcomes, troubles, calm, bystanders, reported, report, durationMs, utilization, memory, remaining } = load;
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
  for (const [kind, results] of outcomes) print(`  ${kind.padEnd(7)} ${listed(results)}`);
  print(`  faults met: ${listed(troubles)}`);
  print(`  without a fault of their own: ${calm} calls, of which ${bystanders} failed by the faults of others`);
  const { request, retry } = reported.events;
  print(`  attempts ${request}, retries ${retry}; carried out ${load.carriedOut}; fragments ${report.fragments}`);
  print(`  sent twice: ${load.twice}; wrong outcomes: ${load.untrue}`);
  const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  print(
    `  ${Math.round(durationMs / 100) / 10} s; busy: client ${Math.round(utilization * 100)} %, ` +
      `gateway and proxy ${Math.round(report.utilization * 100)} %; live memory ${memory.heapBytes.map(megabytes).join(' → ')} MiB, ` +
      `resident ${memory.rssBytes.map(megabytes).join(' → ')} MiB`,
  );
  print(
    `  left after close(): ${remaining.length === 0 && report.open === 0 ? 'nothing' : [...remaining, `${report.open} connections`].join(', ')}`,
  );
}

/** The leaks of a load run. */
function leaksOf({ memory, remaining, report, bystanders, calm }: LoadResult): readonly string[] {
  const wrong: string[] = [];
  if (globalThis.gc === undefined) wrong.push('run it with --expose-gc: memory was not measured');
  if (memory.growthBytes > MAX_GROWTH_BYTES) wrong.push(`memory grew by ${memory.growthBytes} bytes`);
  if (remaining.length > 0) wrong.push(`left after close(): ${remaining.join(', ')}`);
  if (report.open > 0) wrong.push(`${report.open} connections are open after close()`);
  if (bystanders > calm * MAX_BYSTANDERS) wrong.push(`${bystanders} calls failed without a fault of their own`);
  return wrong;
}

function verdict(wrong: readonly string[], print: Print): number {
  for (const what of wrong.slice(0, MAX_PRINTED)) print(`WRONG ${what}`);
  if (wrong.length > MAX_PRINTED) print(`and ${wrong.length - MAX_PRINTED} more`);
  print(wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong`);
  return wrong.length === 0 ? 0 : 1;
}
