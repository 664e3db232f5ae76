/**
 * `npm run bench:http`: the HTTP client beside a raw post, `JSON.parse`, and the public clients of other messaging
 * services, by turns and with their spread. It installs those clients into a folder of its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/build/manifest.js';
import { reachedFrom } from '../../../scripts/build/reached.js';
import { buildScripts, measureIn, startServer, timeToRun } from '../processes.js';
import { summary } from '../statistics.js';

const ROUNDS = process.argv.includes('--quick') ? 2 : 5;
const PEERS = ['twilio', '@vonage/server-sdk', 'plivo', 'smsapi'];
const FOLDER = `${ROOT}.cache/bench-peers`;

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

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'package.json'), '{"name":"bench-peers","private":true}\n');
const sizes = new Map<string, number>();
for (const peer of PEERS) {
  const folder = join(FOLDER, peer.replace(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"bench-peer","private":true}\n');
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', peer], { cwd: folder });
  sizes.set(peer, sizeOf(join(folder, 'node_modules')));
}
const bare: number[] = [];
const imports = new Map<string, number[]>();
const ours = 'sms-service-client/http';
for (let round = 0; round < ROUNDS * 3; round++) {
  const base = await timeToRun('', ROOT);
  bare.push(base);
  for (const name of [ours, ...PEERS]) {
    const folder = name === ours ? ROOT : join(FOLDER, name.replace(/\W+/g, '-'));
    const ms = (await timeToRun(`await import('${name}');`, folder)) - base;
    imports.set(name, [...(imports.get(name) ?? []), ms]);
  }
}
const entry = join(ROOT, 'dist/js/http.js');
const own = [...reachedFrom([entry])].reduce((sum, file) => sum + statSync(file).size, 0);
sizes.set(ours, own);
for (const [name, ms] of imports) {
  lines.push(
    `import of ${name}: ${spread(summary(ms))} ms over bare Node.js; ${((sizes.get(name) ?? 0) / 1e6).toFixed(2)} MB`,
  );
}
console.log(
  `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds by turns`,
);
for (const line of lines) console.log(`  ${line}`);

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
