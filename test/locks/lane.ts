import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdLock } from '../../src/files/lock/held-lock.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { type Program, startProgram } from '../files/running.js';
import type { Random } from '../fuzz/random.js';

/** The locked things: a small cassette, one with waiting calls, a journal, or an account of two journals. */
export const KINDS = ['cassette', 'large', 'journal', 'account'] as const;

/** One of {@link KINDS}. */
export type Kind = (typeof KINDS)[number];

/** The result of the rounds of a lane. */
export interface LaneResult {
  readonly kills: number;
  readonly stops: number;
  /** How many calls or lines were acknowledged, and how many processes were refused. */
  readonly seen: number;
  readonly refused: number;
  /** Lost or repeated steps, remaining files, and locks that were not released in time. */
  readonly broken: readonly string[];
}

/** Options of a lane. */
export interface LaneUse {
  readonly kind: Kind;
  readonly rounds: number;
  /** Whether each process is process 1 of a new namespace. */
  readonly isAlone: boolean;
  readonly programs: Readonly<Record<'cassette' | 'journal', string>>;
  readonly random: Random;
}

/** Two processes that want one lock. */
const NAMES = ['a', 'b'] as const;
/** How long a process may wait for the lock of a dead one, in milliseconds; generous for a busy machine. */
const MAX_WAIT_MS = 90_000;
/** Shorter than the lease of a lock without heartbeats. */
const MAX_STOP_MS = 4000;
const PADDING = { cassette: '0', large: '9000' } as const;

/** The processes of one side, one after the other. */
interface Place {
  program: Program;
  /** The output of killed processes. */
  readonly said: string[];
}

/** Lets two processes use one lock alternately, and kills and stops them. */
export async function lane(use: LaneUse): Promise<LaneResult> {
  const { kind, rounds, isAlone, random, programs } = use;
  const isCassette = kind === 'cassette' || kind === 'large';
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-lane-'));
  const broken: string[] = [];
  let [started, kills, stops] = [0, 0, 0];
  const begin = (name: string): Program => {
    const args = [folder, `${name}-${started++}`, isCassette ? PADDING[kind] : kind];
    return startProgram([process.execPath, isCassette ? programs.cassette : programs.journal, ...args], { isAlone });
  };
  const places = NAMES.map((name): Place => ({ program: begin(name), said: [] }));
  const kill = async ({ program, said }: Place): Promise<void> => {
    await program.kill();
    said.push(...program.lines);
  };
  const counts = (): readonly number[] =>
    places.map(({ program, said }) => [...said, ...program.lines].filter(isSeen).length);
  for (let round = 0; round < rounds && broken.length === 0; round++) {
    await sleep(random.below(300));
    const index = random.below(NAMES.length);
    const place = places[index] as Place;
    if (random.below(5) === 0) {
      stops += 1;
      place.program.signal('SIGSTOP');
      await sleep(random.below(MAX_STOP_MS));
      place.program.signal('SIGCONT');
    } else {
      kills += 1;
      await kill(place);
      place.program = begin(NAMES[index] as string);
    }
    const [then, start] = [counts(), Date.now()];
    // Both use a cassette alternately; a journal has one user.
    const getsOn = (): boolean => {
      const more = counts().map((count, at) => count > (then[at] ?? 0));
      return isCassette ? more.every(Boolean) : more.some(Boolean);
    };
    while (broken.length === 0 && !getsOn()) {
      await sleep(50);
      if (Date.now() - start > MAX_WAIT_MS)
        broken.push(`round ${round}: nobody gets on; ${readdirSync(folder).join()}`);
    }
  }
  await Promise.all(places.map(kill));
  const all = places.flatMap(({ said }) => said);
  const seen = all.filter(isSeen);
  broken.push(...(isCassette ? await mistakesOfCassette(folder, seen) : await mistakesOfJournal(folder, seen)));
  if (broken.length === 0) rmSync(folder, { recursive: true });
  else broken.push(folder);
  return { kills, stops, seen: seen.length, refused: all.length - seen.length, broken };
}

async function mistakesOfCassette(folder: string, seen: readonly string[]): Promise<readonly string[]> {
  const file = path.join(folder, 'calls.har');
  // Opening and closing the cassette stores the waiting calls.
  const transport = createSandbox().transport();
  await cassette(file, { transport }, {}).close();
  await free(file);
  const text = readFileSync(file, 'utf8');
  const names = Array.from(text.matchAll(/<name[^>]*>([^<]*)<\/name>/g), ([, name]) => name ?? '');
  return [...lostOf(seen, new Set(names)), ...twiceOf(names), ...leftIn(folder, ['calls.har'])];
}

async function mistakesOfJournal(folder: string, seen: readonly string[]): Promise<readonly string[]> {
  const journals = readdirSync(folder).filter((name) => name.endsWith('.journal'));
  for (const name of [...NAMES.map((own) => `${own}.journal`), 'plan.journal', `.sms-service-${'a'.repeat(16)}`])
    await free(path.join(folder, name));
  const begun = journals.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    return Array.from(text.matchAll(/^\{"begun":(\d+)\}$/gm), ([, line]) => `${name} ${line}`);
  });
  const sessions = readFileSync(path.join(folder, 'log'), 'utf8').split('\n').slice(0, -1);
  const turns = sessions.filter((session, index) => session !== sessions[index - 1]);
  return [
    ...lostOf(seen, new Set(begun)),
    ...twiceOf(seen),
    ...twiceOf(turns).map((turn) => `${turn}, which others were at work in`),
    ...leftIn(folder, [...journals, 'log']),
  ];
}

const isSeen = (line: string): boolean => !line.startsWith('refused');

const lostOf = (seen: readonly string[], kept: ReadonlySet<string>): readonly string[] =>
  seen.filter((one) => !kept.has(one)).map((one) => `lost: ${one}`);

function twiceOf(all: readonly string[]): readonly string[] {
  const known = new Set<string>();
  return all.filter((one) => known.size === known.add(one).size).map((one) => `twice: ${one}`);
}

function leftIn(folder: string, wanted: readonly string[]): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !wanted.includes(name))
    .map((name) => `left: ${name}`);
}

/** Acquires a lock that may be abandoned, and releases it. */
async function free(file: string): Promise<void> {
  const lock = await holdLock(file);
  if ('release' in lock) lock.release();
}
