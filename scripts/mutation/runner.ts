import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { collectTests, getFn, startTests } from '@vitest/runner';
import {
  type RunnerTestFile as File,
  type RunnerTestSuite as Suite,
  type RunnerTask as Task,
  type RunnerTestCase as Test,
  TestRunner,
  vi,
} from 'vitest';
import { type Job, type Line, PER_FILE, type Reached } from './job.js';

const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8')) as Job;
const { setTimeout: wait, clearTimeout: stopWaiting } = globalThis;
/** A test may take ten times as long as without a mutant, and at least this. */
const LEAST_MS = 1500;

/** The switch of all mutants, and what is counted. */
const state = {
  active: -1,
  hits: 0,
  /** How many places with mutants were run, and how many may be: what loops without end is ended so. */
  runs: 0,
  mostRuns: Number.POSITIVE_INFINITY,
  isEndless: false,
  covers: job.mode === 'cover',
  marks: new Uint8Array(job.sources.length * PER_FILE),
  seen: [] as number[],
};

Object.assign(globalThis, {
  __mutants: {
    act(id: number): boolean {
      state.runs += 1;
      if (state.runs > state.mostRuns) {
        state.isEndless = true;
        throw new Error('This mutant loops.');
      }
      if (id !== state.active) return false;
      state.hits += 1;
      return true;
    },
    cov(...ids: number[]): void {
      if (!state.covers) return;
      for (const id of ids) {
        if (state.marks[id] === 1) continue;
        state.marks[id] = 1;
        state.seen.push(id);
      }
    },
  },
});

function takeSeen(): number[] {
  const seen = state.seen;
  for (const id of seen) state.marks[id] = 0;
  state.seen = [];
  return seen;
}

const bySource = (ids: Iterable<number>): Record<string, number[]> => {
  const found: Record<string, number[]> = {};
  for (const id of ids) (found[job.sources[Math.floor(id / PER_FILE)] ?? ''] ??= []).push(id % PER_FILE);
  return found;
};

const say = (line: Line): void => {
  if (job.mode === 'try')
    appendFileSync(job.out, `${JSON.stringify({ ...line, at: Math.round(performance.now()) })}\n`);
};

/** Unhandled errors while a mutant is on. */
const unhandled: unknown[] = [];
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => unhandled.push(error));
}

function tasksOf(file: File): { tests: Test[]; suites: Suite[] } {
  const [tests, suites]: [Test[], Suite[]] = [[], [file]];
  const visit = (tasks: readonly Task[]): void => {
    for (const task of tasks) {
      if (task.type === 'test') tests.push(task);
      else {
        suites.push(task);
        visit(task.tasks);
      }
    }
  };
  visit(file.tasks);
  return { tests, suites };
}

/** A file's tests as they were collected. */
class Loaded {
  readonly tests: Test[];
  readonly suites: Suite[];
  readonly runs = new Map<Test, number>();
  readonly ms = new Map<Test, number>();
  readonly #modes = new Map<Task, Task['mode']>();

  readonly file: File;

  constructor(file: File) {
    this.file = file;
    ({ tests: this.tests, suites: this.suites } = tasksOf(file));
    for (const task of [...this.tests, ...this.suites]) this.#modes.set(task, task.mode);
    for (const test of this.tests) test.retry = 0;
  }

  /** Lets the next run do these tests only. */
  choose(chosen: readonly Test[]): void {
    const wanted = new Set<Task>();
    for (const test of chosen) {
      if (this.#modes.get(test) !== 'run') continue;
      wanted.add(test).add(this.file);
      for (let suite = test.suite; suite !== undefined; suite = suite.suite) wanted.add(suite);
    }
    for (const task of [...this.tests, ...this.suites]) {
      task.mode = wanted.has(task) ? 'run' : 'skip';
      delete task.result;
    }
  }
}

interface Outcome {
  readonly failed: readonly Test[];
  readonly isTimeout: boolean;
  readonly hits: number;
}

// oxlint-disable-next-line import/no-default-export -- Vitest takes the runner from there.
export default class MutationRunner extends TestRunner {
  #loaded: Loaded | undefined;
  #stopsAtFailure = false;
  #hasFailed = false;
  #isTimeout = false;
  #suite: Task | undefined;
  readonly #reached = new Map<Task, number[]>();
  readonly #dead = new Set<number>();
  readonly #quiet: MutationRunner;
  readonly #collector: MutationRunner;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    const self = this;
    const silent = {
      onTaskUpdate: async () => {},
      onCollectStart: () => {},
      onBeforeRunFiles: () => {},
      onAfterRunFiles: () => {},
    };
    this.#collector = Object.create(
      this,
      Object.getOwnPropertyDescriptors({ ...silent, onCollected: () => {} }),
    ) as MutationRunner;
    this.#quiet = Object.create(
      this,
      Object.getOwnPropertyDescriptors({
        ...silent,
        onCollected: (files: File[]): void => {
          if (self.#loaded !== undefined) files.push(self.#loaded.file);
        },
        onBeforeRunSuite: (suite: Suite) => self.#beforeSuite(suite),
        onAfterRunSuite: (suite: Suite) => self.#between(suite.suite ?? suite.file),
        onBeforeRunTask: (test: Test) => self.#beforeTest(test),
        onAfterRunTask: (test: Test) => self.#afterTest(test),
        runTask: (test: Test) => self.#runTest(test),
      }),
    ) as MutationRunner;
  }

  async onBeforeRunFiles(files: File[]): Promise<void> {
    for (const file of files) {
      try {
        if (job.mode === 'cover') await this.#cover(file);
        else await this.#try(file);
      } finally {
        // Vitest itself has nothing to run any more.
        const { tests, suites } = tasksOf(file);
        for (const task of [...tests, ...suites]) {
          task.mode = 'skip';
          delete task.result;
        }
      }
    }
  }

  #between(next: Task | undefined): void {
    if (!state.covers) return;
    if (this.#suite !== undefined) {
      const seen = this.#reached.get(this.#suite) ?? [];
      seen.push(...takeSeen());
      this.#reached.set(this.#suite, seen);
    }
    this.#suite = next;
  }

  async #beforeSuite(suite: Suite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    this.#between(suite);
  }

  async #beforeTest(test: Test): Promise<void> {
    if (this.#hasFailed && this.#stopsAtFailure) test.mode = 'skip';
    await super.onBeforeRunTask(test);
    this.#between(test);
  }

  #afterTest(test: Test): void {
    super.onAfterRunTask(test);
    if (test.result?.state === 'fail') this.#hasFailed = true;
    this.#between(test.suite ?? test.file);
  }

  async #runTest(test: Test): Promise<void> {
    const known = this.#loaded?.ms.get(test);
    state.runs = 0;
    state.mostRuns = known === undefined ? 2e9 : 30 * (this.#loaded?.runs.get(test) ?? 0) + 300_000;
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    try {
      const tooLong = new Promise<never>((_resolve, reject) => {
        const end = (): void => {
          this.#isTimeout = true;
          reject(new Error('This mutant takes too long.'));
        };
        timer = wait(end, known === undefined ? 20_000 : Math.max(LEAST_MS, known * 10));
      });
      await Promise.race([getFn(test)(), tooLong]);
    } finally {
      stopWaiting(timer);
      state.mostRuns = Number.POSITIVE_INFINITY;
      if (known === undefined) {
        this.#loaded?.ms.set(test, performance.now() - started);
        this.#loaded?.runs.set(test, state.runs);
      }
    }
  }

  async #run(loaded: Loaded, tests: readonly Test[], mutant: number, stops: boolean): Promise<Outcome> {
    this.#loaded = loaded;
    this.#stopsAtFailure = stops;
    this.#hasFailed = false;
    this.#isTimeout = false;
    state.isEndless = false;
    loaded.choose(tests);
    unhandled.length = 0;
    state.hits = 0;
    state.active = mutant;
    await startTests([], this.#quiet);
    // What was rejected in the last test is told of after it.
    await new Promise((resolve) => setImmediate(resolve));
    state.active = -1;
    const failed = loaded.tests.filter(({ result }) => result?.state === 'fail');
    const hasBrokenSuite = loaded.suites.some(({ result }) => (result?.errors?.length ?? 0) > 0);
    if (failed.length === 0 && (hasBrokenSuite || unhandled.length > 0)) failed.push(...tests);
    return { failed, isTimeout: this.#isTimeout || state.isEndless, hits: state.hits };
  }

  async #cover(file: File): Promise<void> {
    const name = relative(this.config.root, file.filepath);
    const atLoad = bySource(takeSeen());
    const loaded = new Loaded(file);
    const started = performance.now();
    const { failed } = await this.#run(loaded, loaded.tests, -1, false);
    this.#between(undefined);
    const tests = loaded.tests.map((test) => {
      const seen = new Set(this.#reached.get(test));
      for (let suite: Suite | undefined = test.suite ?? test.file; suite !== undefined; suite = suite.suite) {
        for (const id of this.#reached.get(suite) ?? []) seen.add(id);
      }
      for (const id of this.#reached.get(file) ?? []) seen.add(id);
      const passes = test.result?.state === 'pass' && !failed.includes(test);
      return { name: test.name, ms: Math.round(test.result?.duration ?? 0), passes, mutants: bySource(seen) };
    });
    this.#reached.clear();
    const reached: Reached = { tests, atLoad };
    writeFileSync(join(job.out, `${name.replaceAll('/', '+')}.json`), JSON.stringify(reached));
    appendFileSync(
      join(job.out, 'log'),
      `${name} ${Math.round(performance.now() - started)} ms, ${failed.length} failed\n`,
    );
  }

  /** Loads all modules anew, with a mutant on or off. @returns undefined where the file cannot be loaded. */
  async #load(path: string, mutant: number): Promise<Loaded | undefined> {
    vi.resetModules();
    state.runs = 0;
    state.mostRuns = 1e8;
    state.active = mutant;
    try {
      const [file] = await collectTests([{ filepath: path }], this.#collector);
      return file === undefined || file.result?.state === 'fail' ? undefined : new Loaded(file);
    } finally {
      state.active = -1;
      state.mostRuns = Number.POSITIVE_INFINITY;
    }
  }

  async #try(file: File): Promise<void> {
    const name = relative(this.config.root, file.filepath);
    const tries = job.tests[name] ?? { warm: {}, cold: {} };
    const isAlive = ([id]: [string, unknown]): boolean => !this.#dead.has(Number(id));
    const [warm, cold] = [Object.entries(tries.warm).filter(isAlive), Object.entries(tries.cold).filter(isAlive)];
    if (warm.length + cold.length === 0) return;
    let loaded = new Loaded(file);
    const places = [...new Set([...warm, ...cold].flatMap(([, of]) => of))].sort((one, other) => one - other);
    const at = (chosen: readonly number[]): Test[] => chosen.flatMap((place) => loaded.tests[place] ?? []);
    say({ says: 'alive', file: name, pid: process.pid });
    const bad = new Set(
      (await this.#run(loaded, at(places), -1, false)).failed.map((test) => loaded.tests.indexOf(test)),
    );
    if (bad.size > 0)
      say({ says: 'unusable', file: name, by: [...bad].map((place) => loaded.tests[place]?.name).join(', ') });

    const noticed = (id: number, outcome: Outcome, isCold: boolean): void => {
      this.#dead.add(id);
      say({
        says: outcome.isTimeout ? 'timeout' : 'killed',
        file: name,
        mutant: id,
        cold: isCold,
        by: outcome.failed[0]?.name ?? '(loading)',
      });
    };
    /** A process that others will follow: what it has changed cannot be put back. */
    const spoilt = (): never => {
      say({ says: 'spoilt', file: name });
      process.kill(process.pid, 'SIGKILL');
      throw new Error('killed');
    };
    const isWell = async (places: readonly number[]): Promise<boolean> =>
      (await this.#run(loaded, at(places), -1, true)).failed.length === 0;
    const reload = async (places: readonly number[]): Promise<void> => {
      const again = await this.#load(file.filepath, -1);
      if (again === undefined) return spoilt();
      for (const [place, test] of again.tests.entries()) {
        const before = loaded.tests[place];
        if (before === undefined) return spoilt();
        again.ms.set(test, loaded.ms.get(before) ?? 0);
        again.runs.set(test, loaded.runs.get(before) ?? 0);
      }
      loaded = again;
      if (!(await isWell(places))) spoilt();
    };

    for (const [key, all] of warm) {
      const id = Number(key);
      const chosen = all.filter((place) => !bad.has(place));
      if (chosen.length === 0) continue;
      say({ says: 'begin', file: name, mutant: id, pid: process.pid });
      let outcome = await this.#run(loaded, at(chosen), id, true);
      if (outcome.failed.length > 0) {
        const failed = outcome.failed.map((test) => loaded.tests.indexOf(test));
        if (await isWell(failed)) noticed(id, outcome, false);
        else {
          // Either the mutant has spoilt something, or one before it.
          await reload(failed);
          outcome = await this.#run(loaded, at(chosen), id, true);
          if (outcome.failed.length > 0) {
            noticed(id, outcome, false);
            await reload(failed);
          }
        }
      }
      if (outcome.failed.length === 0) {
        say({ says: outcome.hits === 0 ? 'unreached' : 'survived', file: name, mutant: id, cold: false });
      }
    }

    const normal = loaded;
    for (const [key, all] of cold) {
      const id = Number(key);
      const chosen = all.filter((place) => !bad.has(place));
      if (chosen.length === 0) continue;
      say({ says: 'begin', file: name, mutant: id, cold: true, pid: process.pid });
      const again = await this.#load(file.filepath, id);
      if (again === undefined || again.tests.length !== normal.tests.length) {
        noticed(id, { failed: [], isTimeout: false, hits: 1 }, true);
      } else {
        for (const [place, test] of again.tests.entries()) {
          const before = normal.tests[place];
          if (before === undefined || !normal.ms.has(before)) continue;
          again.ms.set(test, normal.ms.get(before) ?? 0);
          again.runs.set(test, 5 * (normal.runs.get(before) ?? 0) + 1_000_000);
        }
        const outcome = await this.#run(
          again,
          chosen.flatMap((place) => again.tests[place] ?? []),
          id,
          true,
        );
        if (outcome.failed.length === 0) say({ says: 'survived', file: name, mutant: id, cold: true });
        else {
          const failed = outcome.failed.map((test) => again.tests.indexOf(test));
          // A test that fails without the mutant too, in fresh modules, has spoilt the process.
          await reload(failed);
          noticed(id, outcome, true);
        }
      }
      if (process.memoryUsage().heapUsed > 1.2e9) spoilt();
    }
    if (cold.length > 0) await reload(places.filter((place) => !bad.has(place)).slice(0, 3));
    say({ says: 'done', file: name });
  }
}
