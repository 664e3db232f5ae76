import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, startChild } from '../peers/child.js';
import { ensureDebianPackages } from '../peers/debian.js';

/** A database server with its own folder. */
export interface StoreServer {
  /** The folder of its socket, for PostgreSQL; the socket, for Redis. */
  readonly socket: string;
  /** Its name and version. */
  readonly name: string;
  /** Kills the server and restarts it with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const POSTGRES_BINS = '/usr/lib/postgresql';
const [ATTEMPTS, PAUSE_MS] = [200, 50];
const execute = promisify(execFile);

/** Installs the servers. @throws Error if one is missing and cannot be installed */
export async function ensureStoreServers(): Promise<void> {
  const postgres = ['sh', '-c', `ls ${POSTGRES_BINS}/*/bin/postgres`] as const;
  await ensureDebianPackages({ packages: ['postgresql'], probes: [postgres] });
  await ensureDebianPackages({ packages: ['redis-server'], probes: [['redis-server', '--version']] });
}

/** Starts PostgreSQL in a new folder. It listens only on a socket. */
export async function startPostgres(): Promise<StoreServer> {
  const [version = ''] = (await readdir(POSTGRES_BINS)).sort((a, b) => Number(b) - Number(a));
  const bin = (name: string): string => path.join(POSTGRES_BINS, version, 'bin', name);
  const folder = await unprivilegedFolder('store-postgres-');
  const data = path.join(folder, 'data');
  const [program = '', ...args] = asUnprivileged([bin('initdb'), '-D', data, '-U', 'postgres', '-A', 'trust']);
  await execute(program, [...args, '-E', 'UTF8', '--locale=C', '--no-sync'], { cwd: folder });
  const settings = ['listen_addresses=', 'fsync=off', 'max_connections=60', 'deadlock_timeout=200ms'];
  const command = [bin('postgres'), '-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
  const isReady = [bin('pg_isready'), '-h', folder, '-U', 'postgres'];
  return runServer({ name: `PostgreSQL ${version}`, folder, socket: folder, command, isReady, stopBy: 'SIGQUIT' });
}

/** Starts Redis in a new folder. It listens only on a socket. @param program - also `valkey-server` */
export async function startRedis(program: string = 'redis-server'): Promise<StoreServer> {
  const folder = await unprivilegedFolder('store-redis-');
  const socket = path.join(folder, 'redis.sock');
  const { stdout } = await execute(program, ['--version']);
  const command = [
    program,
    '--port',
    '0',
    '--unixsocket',
    socket,
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'yes',
    // Without this, while the disk is busy, it responds up to two seconds before it writes.
    '--appendfsync',
    'always',
  ];
  const name = `${program} ${/v=(\S+)/.exec(stdout)?.[1] ?? ''}`;
  const isReady = [program.replace('server', 'cli'), '-s', socket, 'ping'];
  return runServer({ name, folder, socket, command, isReady, stopBy: 'SIGKILL' });
}

/** Returns true if Valkey is installed, which not every Debian release has. */
export function hasValkey(): boolean {
  return ['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(path.join(folder, 'valkey-server')));
}

interface ServerUse {
  readonly name: string;
  readonly folder: string;
  readonly socket: string;
  readonly command: readonly string[];
  readonly isReady: readonly string[];
  readonly stopBy: NodeJS.Signals;
}

async function runServer({ name, folder, socket, command, isReady, stopBy }: ServerUse): Promise<StoreServer> {
  const start = async (): Promise<Child> => {
    const [program = '', ...args] = asUnprivileged(command);
    const child = startChild(program, args);
    child.process.stdout.resume();
    const [probe = '', ...rest] = isReady;
    for (let attempt = 0; ; attempt++) {
      const isUp = await execute(probe, rest).then(
        () => true,
        () => false,
      );
      if (isUp) return child;
      if (attempt >= ATTEMPTS || child.hasEnded()) throw new Error(`${name} does not start: ${child.log()}`);
      await sleep(PAUSE_MS);
    }
  };
  const end = async (): Promise<void> => {
    child.process.kill(stopBy);
    await child.stop();
  };
  let child = await start();
  return {
    ...{ name, socket },
    async restart() {
      await end();
      child = await start();
    },
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as the superuser. */
const USER = process.getuid?.() === 0 ? { id: 65_534, name: 'nobody', group: 'nogroup' } : undefined;

function asUnprivileged(command: readonly string[]): readonly string[] {
  if (USER === undefined) return command;
  return ['setpriv', `--reuid=${USER.name}`, `--regid=${USER.group}`, '--clear-groups', '--', ...command];
}

async function unprivilegedFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  await mkdir(path.join(folder, 'data'), { mode: 0o700 });
  if (USER !== undefined) for (const each of [folder, path.join(folder, 'data')]) await chown(each, USER.id, USER.id);
  // The tests may run as another user.
  await chmod(folder, 0o755);
  return folder;
}
