/**
 * `npm run bench -- http`: the HTTP client beside a raw post and `JSON.parse`, by turns and with their spread.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { ROOT } from '../../../scripts/build/manifest.js';
import { buildScripts, measureIn, startServer } from '../processes.js';
import { summary } from '../statistics.js';

const ROUNDS = process.argv.includes('--quick') ? 2 : 5;

const lines: string[] = [];
const digits = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const spread = ({ median, min, max }: ReturnType<typeof summary>): string =>
  `${digits(median)} (${digits(min)}–${digits(max)})`;

await buildScripts('http/http-calls', 'http/http-read', 'http/http-server');
execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });

const server = await startServer('http-server');
for (const concurrency of [1, 32]) {
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { ours, raw } = await measureIn<{ ours: number[]; raw: number[] }>(
      'http-calls',
      server.url,
      String(concurrency),
    );
    ours.forEach((rate, index) => shares.push((100 * rate) / (raw[index] ?? Number.NaN)));
  }
  lines.push(`send, ${concurrency} at once: ${spread(summary(shares))} % of a raw node:http post`);
}
server.stop();

for (const form of ['json', 'text']) {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { ours, parse } = await measureIn<{ ours: number[]; parse: number[] }>('http-read', form);
    ratios.push(summary(ours).median / summary(parse).median);
  }
  lines.push(`reading 10,000 messages as ${form}: ${spread(summary(ratios))} × JSON.parse of the same as JSON`);
}

console.log(
  `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds by turns`,
);
for (const line of lines) console.log(`  ${line}`);
