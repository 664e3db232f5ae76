import { type HttpRunOptions, type HttpRunResult, runHttpSends } from './run.js';

/** The options of `npm run test:slow -- http-faults`. */
export interface HttpFaultsOptions {
  readonly sends: number;
  readonly seed: number;
  readonly concurrency: number;
  readonly percent: number;
}

type Print = (line: string) => void;

/** The most printed problems. */
const MAX_PRINTED = 20;

/**
 * Sends over two addresses that fail: exactly once, without that, and with a clock that goes past the horizon. Prints
 * what became of the messages.
 *
 * @returns the exit code: 1 when anything was wrong
 */
export async function testHttpFaults(
  { sends, seed, concurrency, percent }: HttpFaultsOptions,
  print: Print,
): Promise<number> {
  for (const [name, value] of Object.entries({ sends, seed, concurrency, percent })) {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`);
  }
  const shared = { seed, concurrency, faultRate: percent / 100 };
  const rounds: readonly (readonly [string, HttpRunOptions])[] = [
    ['exactly once', { ...shared, sends, once: true }],
    ['once: false', { ...shared, sends: Math.ceil(sends / 4), once: false }],
    ['past the horizon', { ...shared, sends: Math.ceil(sends / 10), once: true, isPastHorizon: true }],
  ];
  let exitCode = 0;
  for (const [name, options] of rounds) {
    print(
      `${name}: ${options.sends} sends, ${concurrency} at once, ${percent} % of requests meet a fault, seed ${seed}`,
    );
    const result = await runHttpSends(options);
    printResult(result, print);
    if (result.wrong.length > 0) exitCode = 1;
  }
  return exitCode;
}

function printResult(result: HttpRunResult, print: Print): void {
  const { requests, faults, ends, alreadyAccepted, accepted, twice, untrue, foreign, wrong } = result;
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
  print(`  ${requests} requests; faults: ${listed(faults)}`);
  print(`  sends: ${listed(ends)}`);
  print(`  messages accepted: ${accepted}, by an earlier attempt: ${alreadyAccepted}`);
  print(`  accepted twice: ${twice}, untrue outcomes: ${untrue}, foreign responses believed: ${foreign}`);
  print(`  wrong: ${wrong.length}`);
  for (const line of wrong.slice(0, MAX_PRINTED)) print(`    ${line}`);
}
