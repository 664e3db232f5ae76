import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { holdLock } from '../../src/files/lock/held-lock.js';
import { lockFolder, programFile, programStart } from './programs.js';
import type { Program } from './running.js';

/** How often a process is killed or stands still. */
const ROUNDS = Number(process.env['LOCK_ROUNDS'] ?? 10);
const LEASE_MS = 2000;

const folder = lockFolder();
const start = programStart(programFile('counting-child.ts'));

/** What runs side by side. */
interface Company {
  readonly how: 'held' | 'short';
  /** Of each, whether it is in a namespace of its own. */
  readonly isAlone: readonly boolean[];
  /** How long a process is stopped, at most, in milliseconds. */
  readonly stopMs: number;
  /** How long it stands still where it asks afterwards whether it still has the lock, at most, in milliseconds. */
  readonly stallMs: number;
}

const ONE_MACHINE = { isAlone: [false, false, false, false], stopMs: 3000, stallMs: 0 } as const;

it.each<readonly [string, Company]>([
  ['of one machine', { how: 'held', ...ONE_MACHINE }],
  ['of one machine, for something short', { how: 'short', ...ONE_MACHINE }],
  [
    'in several namespaces, for something short',
    { how: 'short', isAlone: [true, true, false, false], stopMs: 800, stallMs: 5000 },
  ],
  ['in several namespaces', { how: 'held', isAlone: [true, true, false, false], stopMs: 800, stallMs: 5000 }],
])(
  'processes %s count right while they are killed and stand still',
  { timeout: 100_000 + ROUNDS * 5000 },
  async (_name, { how, isAlone, stopMs, stallMs }) => {
    writeFileSync(path.join(folder(), 'counter'), '0');
    const killed = new Set<string>();
    let count = 0;
    const begin = (alone: boolean): { readonly name: string; readonly program: Program } => {
      const name = String(count++);
      const numbers = [LEASE_MS, stallMs].map(String);
      return { name, program: start([folder(), name, how, ...numbers], { isAlone: alone }) };
    };
    const running = isAlone.map(begin);
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(Math.random() * 600);
      const index = Math.floor(Math.random() * running.length);
      const { name, program } = running[index] as (typeof running)[number];
      if (Math.random() < 0.3) await stop(program, Math.random() * stopMs);
      else {
        killed.add(name);
        await program.kill();
        running[index] = begin(isAlone[index] as boolean);
      }
    }
    // Nobody waits for ever: each that still runs has its turn.
    const before = log().length;
    const waiting = (): readonly string[] => {
      const turns = new Set(
        log()
          .slice(before)
          .filter(({ what }) => what === 'leave')
          .map(({ name }) => name),
      );
      return running.map(({ name }) => name).filter((name) => !turns.has(name));
    };
    await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toEqual([]);
    writeFileSync(path.join(folder(), 'end'), '');
    expect(await Promise.all(running.map(({ program }) => program.ended()))).toEqual(running.map(() => ''));
    expect(mistakes(killed, stallMs > 0)).toEqual([]);
    const last = await holdLock(path.join(folder(), 'counter'), { leaseMs: LEASE_MS });
    expect(last).not.toHaveProperty('holder');
    if ('release' in last) last.release();
    expect(readdirSync(folder()).filter((name) => name.includes('.lock'))).toEqual([]);
  },
);

async function stop(program: Program, ms: number): Promise<void> {
  program.signal('SIGSTOP');
  await sleep(ms);
  program.signal('SIGCONT');
}

interface Entry {
  readonly what: string;
  readonly name: string;
  readonly count: number;
}

function log(): readonly Entry[] {
  const lines = readFileSync(path.join(folder(), 'log'), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const words = line.split(' ');
    return { what: words[0] ?? '', name: words.at(-1) ?? '', count: Number(words[1]) };
  });
}

/**
 * What those did who were not alone. @param mayLose - one that stands still too long may lose its lock, and knows it
 */
function mistakes(killed: ReadonlySet<string>, mayLose: boolean): readonly string[] {
  const found: string[] = [];
  let inside: string | undefined;
  // A process that was killed may have counted and not noted it.
  let [last, most] = [0, 1];
  for (const { what, name, count } of log()) {
    const isLost = inside !== undefined && (killed.has(inside) || mayLose);
    if (what === 'enter') {
      if (inside !== undefined && !isLost) found.push(`${name} comes in while ${inside} is`);
      if (inside !== undefined && killed.has(inside)) most += 1;
      inside = name;
    } else {
      if (inside !== name) found.push(`${name} counts ${count} while ${inside} is in`);
      if (count <= last || count > last + most) found.push(`${name} counts ${count} after ${last}`);
      [inside, last, most] = [undefined, count, 1];
    }
  }
  const end = Number(readFileSync(path.join(folder(), 'counter'), 'utf8'));
  if (end < last || end >= last + most) found.push(`the end is ${end} after ${last}`);
  return found;
}
