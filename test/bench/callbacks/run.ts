/**
 * `npm run bench -- callbacks`: the processor time of a callback with the handler, beside a bare `node:http` handler
 * that reads the same form, by turns and with the spread. The client is in the same process, and its time in both; the
 * third is a handler that reads nothing.
 */
import { cpus } from 'node:os';
import { buildScripts, measureIn } from '../processes.js';
import { median, summary } from '../statistics.js';

const ROUNDS = process.argv.includes('--quick') ? 2 : 5;
const KINDS = { report: 'an SMS report by GET', message: 'an incoming SMS by POST' } as const;

interface Times {
  readonly ours: number;
  readonly bare: number;
  readonly client: number;
}

const digits = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

await buildScripts('callbacks/callback-cost');
console.log(
  `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds by turns`,
);
for (const [kind, title] of Object.entries(KINDS)) {
  for (const concurrency of [1, 32]) {
    const ratios: number[] = [];
    const times: Times[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { ours, bare, client } = await measureIn<Record<'ours' | 'bare' | 'client', number[]>>(
        'callback-cost',
        kind,
        String(concurrency),
      );
      times.push({ ours: median(ours), bare: median(bare), client: median(client) });
      ratios.push(median(ours) / median(bare));
    }
    const of = (name: keyof Times): number => median(times.map((time) => time[name]));
    const { median: middle, min, max } = summary(ratios);
    console.log(
      `  ${title}, ${concurrency} at once: ${digits(middle)} × a bare handler (${digits(min)}–${digits(max)}); ` +
        `with the client ${digits(of('ours'))} and ${digits(of('bare'))} µs, an empty handler ${digits(of('client'))} µs`,
    );
  }
}
