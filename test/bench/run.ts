/**
 * `npm run bench`: ours and its peers side by side in one run, each in a separate process and by turns, with ratios
 * and their spread. `--quick` takes less time and is less exact.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { ROOT } from '../support/run.js';
import { installedSize } from './installed-size.js';
import { buildScripts, measureIn, startServer } from './processes.js';
import { summary } from './statistics.js';

/** One line of the table. */
interface Row {
  readonly work: string;
  readonly peer: string;
  /** Ours and the peer's figure, with its unit. */
  readonly ours: string;
  readonly theirs: string;
  /** The meaning of the ratio, such as "× faster". */
  readonly says: string;
  readonly ratio: number;
  readonly spread: readonly [number, number];
  readonly reach: string;
}

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const rounds = quick ? 3 : 5;
const budgetMs = quick ? '400' : '1500';
const rows: Row[] = [];

const show = (ms: number): string => (ms < 1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(ms < 10 ? 2 : 1)} ms`);

/** Measures ours and peers at one work, by turns. */
async function compare(
  kind: 'decode' | 'encode',
  name: string,
  label: string,
  peers: readonly { readonly peer: string; readonly says: 'faster' | 'time'; readonly reach: string }[],
): Promise<void> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const contender of ['ours', ...peers.map(({ peer }) => peer)]) {
      const { ms } = await measureIn<{ ms: number }>('worker', `${kind}/${contender}`, name, budgetMs);
      times.set(contender, [...(times.get(contender) ?? []), ms]);
    }
  }
  const ours = times.get('ours') ?? [];
  for (const { peer, says, reach } of peers) {
    const theirs = times.get(peer) ?? [];
    const ratios = ours.map((ms, round) => (says === 'faster' ? (theirs[round] ?? 0) / ms : ms / (theirs[round] ?? 0)));
    const { median, min, max } = summary(ratios);
    rows.push({
      work: label,
      peer,
      ours: show(summary(ours).median),
      theirs: show(summary(theirs).median),
      says: says === 'faster' ? '× faster' : '× its time',
      ratio: median,
      spread: [min, max],
      reach,
    });
  }
}

interface Rates {
  readonly ours: readonly number[];
  readonly raw: readonly number[];
}

interface CallRates extends Rates {
  readonly overUndici: readonly number[];
}

/** Adds our rate as a percentage of the peer's, from measurements in several processes. */
function addShare(work: string, peer: string, measured: readonly Rates[], reach: string): void {
  const ours = measured.flatMap((rates) => rates.ours);
  const raw = measured.flatMap((rates) => rates.raw);
  const { median, min, max } = summary(ours.map((rate, round) => (100 * rate) / (raw[round] ?? 0)));
  rows.push({
    work,
    peer,
    ours: `${summary(ours).median.toFixed(0)}/s`,
    theirs: `${summary(raw).median.toFixed(0)}/s`,
    says: '% of it',
    ratio: median,
    spread: [min, max],
    reach,
  });
}

async function wholeCalls(url: string, concurrency: number, reach: string): Promise<void> {
  const measured: CallRates[] = [];
  // Several processes, because the memory layout of a process affects the rate more than the client.
  for (let round = 0; round < rounds; round++) {
    measured.push(await measureIn<CallRates>('calls', url, String(concurrency)));
  }
  const work = `whole call, ${concurrency === 1 ? 'one after the other' : `${concurrency} at once`}`;
  addShare(work, 'raw node:http post', measured, reach);
  const overUndici = measured.map(({ overUndici: ours, raw }) => ({ ours, raw }));
  addShare(`${work}, over undici`, 'raw node:http post', overUndici, '');
}

async function streaming(): Promise<void> {
  const runs: { mbPerSecond: number; peakMiB: number }[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await measureIn('stream-million'));
  const speed = summary(runs.map(({ mbPerSecond }) => mbPerSecond));
  const peak = summary(runs.map(({ peakMiB }) => peakMiB));
  const common = { work: 'stream 1,000,000 records (client)', peer: '–', theirs: '' };
  rows.push(
    {
      ...common,
      ours: `${speed.median.toFixed(0)} MB/s`,
      says: 'MB/s',
      ratio: speed.median,
      spread: [speed.min, speed.max],
      reach: '≥ 150',
    },
    {
      ...common,
      ours: `${peak.median.toFixed(0)} MiB`,
      says: 'MiB peak',
      ratio: peak.median,
      spread: [peak.min, peak.max],
      reach: '≤ 128',
    },
  );
}

/** Recorded calls, opened and played: beside nock, and ten times as many beside themselves. */
async function replay(): Promise<void> {
  const [few, many] = [1000, 10_000];
  const times = { ours: [] as number[], nock: [] as number[], many: [] as number[] };
  const timeOf = async (contender: string, count: number): Promise<number> =>
    (await measureIn<{ ms: number }>('replay', contender, String(count))).ms;
  for (let round = 0; round < (quick ? 1 : rounds); round++) {
    times.ours.push(await timeOf('ours', few));
    times.nock.push(await timeOf('nock', few));
    times.many.push(await timeOf('ours', many));
  }
  const row = (work: string, peer: string, says: string, reach: string, [ours, theirs]: [number[], number[]]): Row => {
    const ratios = ours.map((ms, round) =>
      says === '× faster' ? (theirs[round] ?? 0) / ms : ms / (theirs[round] ?? 0),
    );
    const { median, min, max } = summary(ratios);
    const [one, other] = [show(summary(ours).median), show(summary(theirs).median)];
    return { work, peer, ours: one, theirs: other, says, ratio: median, spread: [min, max], reach };
  };
  const name = (count: number): string => `open a cassette of ${count.toLocaleString('en')} calls, play all`;
  rows.push(row(name(few), 'nock', '× faster', '', [times.ours, times.nock]));
  rows.push(row(name(many), 'a tenth of them', '× its time', 'linear', [times.many, times.ours]));
}

function size(): void {
  const { library, whole, documents } = installedSize();
  const row = (work: string, bytes: number, reach: string): Row => ({
    work,
    peer: '–',
    ours: `${(bytes / 1e6).toFixed(2)} MB`,
    theirs: '',
    says: 'MB',
    ratio: bytes / 1e6,
    spread: [bytes / 1e6, bytes / 1e6],
    reach,
  });
  rows.push(row('installed size of the library', library, '≤ 1'));
  rows.push(row('installed size with the command', whole, ''));
  rows.push(row('installed size of the documents', documents, ''));
}

const faster = (peer: string, reach = ''): { peer: string; says: 'faster'; reach: string } => ({
  peer,
  says: 'faster',
  reach,
});
const json = (reach: string): { peer: string; says: 'time'; reach: string } => ({
  peer: 'JSON.parse',
  says: 'time',
  reach,
});

await buildScripts('worker', 'calls', 'server', 'replay', '../client/stream-million');
execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
await compare('decode', 'numbers 10000', 'decode 10,000 numbers', [
  faster('node-soap', '≥ 20'),
  faster('fast-xml-parser'),
  faster('saxes'),
  json('≤ 1.5'),
]);
if (!quick)
  await compare('decode', 'numbers 100000', 'decode 100,000 numbers', [faster('node-soap', '≥ 20'), json('≤ 1.5')]);
await compare('decode', 'sms 10000', 'decode 10,000 messages', [
  faster('node-soap', '≥ 15'),
  faster('fast-xml-parser'),
  faster('saxes'),
  json(''),
]);
await compare('decode', 'multiref 10000', 'decode 10,000 numbers, multiRef', [json('≤ 10')]);
await compare('decode', 'multiref 100000', 'decode 100,000 numbers, multiRef', [json('linear')]);
await compare('decode', 'numbers 1', 'decode 1 number (≤ 10 µs)', [faster('node-soap'), json('')]);
await compare('encode', 'multi 10000', 'encode soap_SendMulti, 10,000 recipients', [faster('node-soap', '≥ 4')]);
await streaming();
await replay();
const server = await startServer();
await wholeCalls(server.url, 1, '≥ 85');
await wholeCalls(server.url, 32, '≥ 65');
server.stop();
size();

const digits = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const table = [
  ['work', 'peer', 'ours', 'peer', 'ratio', 'spread', 'to reach'],
  ...rows.map(({ work, peer, ours, theirs, says, ratio, spread, reach }) => [
    work,
    peer,
    ours,
    theirs,
    `${digits(ratio)} ${says}`,
    `${digits(spread[0])}–${digits(spread[1])}`,
    reach,
  ]),
];
const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((line) => (line[column] ?? '').length)));
console.log(
  `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${rounds} rounds by turns; medians\n`,
);
for (const [index, line] of table.entries()) {
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  if (index === 0) console.log(widths.map((width) => '-'.repeat(width)).join('  '));
}
