/**
 * `npm run bench -- start`: what it takes to import each entry of the package, and to have a client ready, beside the
 * public clients of other messaging services, by turns and with their spread. It installs those into a folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type PublicEntry, ROOT, readManifest } from '../../../scripts/build/manifest.js';
import { reachedFrom } from '../../../scripts/build/reached.js';
import { buildScripts, startServer, timeToRun } from '../processes.js';
import { summary } from '../statistics.js';

const ROUNDS = process.argv.includes('--quick') ? 5 : 25;
const PEERS = ['twilio', '@vonage/server-sdk', 'plivo', 'smsapi'];
const FOLDER = `${ROOT}.cache/bench-peers`;

/** Something that is started. */
interface Start {
  readonly name: string;
  readonly program: string;
  /** The folder from which it is resolved. */
  readonly folder: string;
  /** The size of the installed package or of the loaded files, in bytes. */
  readonly size: number;
}

await buildScripts('server');
const server = await startServer();
const starts: readonly Start[] = [
  clientReady(),
  firstCall(server.url),
  ...readManifest().entries.map(entryOf),
  ...PEERS.map(peerOf),
];
const times = new Map<string, number[]>(starts.map(({ name }) => [name, []]));
const bare: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const base = await timeToRun('', ROOT);
  bare.push(base);
  for (const { name, program, folder } of starts) times.get(name)?.push((await timeToRun(program, folder)) - base);
}
server.stop();

console.log(
  `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds by turns; ` +
    `bare Node.js ${summary(bare).median.toFixed(0)} ms`,
);
for (const { name, size } of starts) {
  const { median, min, max } = summary(times.get(name) ?? []);
  const spread = `${median.toFixed(1)} ms (${min.toFixed(1)}–${max.toFixed(1)})`;
  console.log(`  ${name.padEnd(40)} ${spread.padEnd(26)} ${(size / 1e6).toFixed(2)} MB`);
}

function entryOf({ name, default: script }: PublicEntry): Start {
  return { name, program: `await import('${name}');`, folder: ROOT, size: loadedBytes(script) };
}

/** A program with a client for an address, which is `client` there. */
function clientOf(url: string): string {
  return `const { SmsServiceClient } = await import('sms-service-client');
    const client = new SmsServiceClient({ url: '${url}', credentials: { username: 'demo', password: 'demo-password' } });`;
}

/** Also loads modules that are loaded on first use. The server is running. */
function firstCall(url: string): Start {
  const program = `${clientOf(url)}
    await client.checkPoints();
    await client.close();`;
  return {
    name: 'sms-service-client, and a first call',
    program,
    folder: ROOT,
    size: loadedBytes('dist/js/client.js'),
  };
}

function clientReady(): Start {
  const program = clientOf('http://127.0.0.1/');
  return { name: 'sms-service-client, a client ready', program, folder: ROOT, size: loadedBytes('dist/js/client.js') };
}

function loadedBytes(script: string): number {
  return [...reachedFrom([join(ROOT, script)])].reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Installs one package. */
function peerOf(name: string): Start {
  const folder = join(FOLDER, name.replace(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"bench-peer","private":true}\n');
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', name], { cwd: folder });
  const size = readdirSync(join(folder, 'node_modules'), { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile())
    .reduce((sum, { parentPath, name: file }) => sum + statSync(join(parentPath, file)).size, 0);
  return { name, program: `await import('${name}');`, folder, size };
}
