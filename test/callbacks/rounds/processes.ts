import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Program, startProgram } from '../../files/running.js';
import type { Random } from '../../fuzz/random.js';
import { poolOf } from '../killed/effects.js';
import type { ProcessSettings } from './round-settings.js';

interface Running {
  readonly program: Program;
  port: number | undefined;
  isClosed: boolean;
}

/** The time for a process to close. */
const CLOSE_MS = 20_000;

/** The processes that receive callbacks in a round. */
export class Processes {
  readonly #file: string;
  readonly #settings: ProcessSettings;
  readonly #complain: (line: string) => void;
  readonly #running: Running[] = [];
  readonly #pool: pg.Pool | undefined;
  #started = 0;

  /** @param complain - is told of what no process may say */
  constructor(file: string, settings: ProcessSettings, complain: (line: string) => void) {
    this.#file = file;
    this.#settings = settings;
    this.#complain = complain;
    this.#pool = settings.store === 'postgres' ? poolOf(settings.socket, 1) : undefined;
  }

  async start(count: number): Promise<void> {
    const { prefix } = this.#settings;
    await this.#pool?.query(`CREATE TABLE ${prefix}done (id bigint GENERATED ALWAYS AS IDENTITY, line text)`);
    for (let slot = 0; slot < count; slot++) this.#running[slot] = this.#start();
  }

  /** Tells whether all of them listen. */
  areUp(): boolean {
    return this.#running.every(({ port }) => port !== undefined);
  }

  /** The port of one that listens; `undefined` while none does. */
  port(random: Random): number | undefined {
    return random.pick(this.#running.flatMap(({ port }) => port ?? []));
  }

  /** Kills one and starts another one, or stops it for a while. */
  async replace(random: Random): Promise<void> {
    const slot = random.below(this.#running.length);
    const { program } = this.#running[slot] as Running;
    if (random.chance(0.3)) {
      if (program.child.exitCode !== null) return;
      program.signal('SIGSTOP');
      await sleep(random.below(400));
      program.signal('SIGCONT');
      return;
    }
    await program.kill();
    this.#running[slot] = this.#start();
  }

  async doneInTable(): Promise<readonly string[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await this.#pool?.query(`SELECT line FROM ${this.#settings.prefix}done ORDER BY id`);
        return (result?.rows ?? []).map(({ line }) => line as string);
      } catch (error) {
        // The server may be starting again.
        if (attempt > 50) throw error;
        await sleep(50);
      }
    }
  }

  /** Closes their handlers. */
  async close(): Promise<void> {
    const until = performance.now() + CLOSE_MS;
    for (const { program } of this.#running) program.tell('close');
    while (this.#running.some(({ isClosed }) => !isClosed) && performance.now() < until) await sleep(10);
    if (this.#running.some(({ isClosed }) => !isClosed)) this.#complain('a handler does not close');
  }

  async end(): Promise<void> {
    await Promise.all(this.#running.map(({ program }) => program.kill()));
    const { prefix } = this.#settings;
    const tables = ['done', 'events', 'version'].map((name) => `${prefix}${name}`).join(', ');
    await this.#pool?.query(`DROP TABLE IF EXISTS ${tables} CASCADE`).catch(() => undefined);
    await this.#pool?.end();
  }

  #start(): Running {
    const args = [JSON.stringify(this.#settings), `p${this.#started++}`];
    const program = startProgram([process.execPath, this.#file, ...args], {});
    const running: Running = { program, port: undefined, isClosed: false };
    let next = 0;
    program.child.stdout?.on('data', () => {
      for (; next < program.lines.length; next++) {
        const line = program.lines[next] ?? '';
        if (line.startsWith('port ')) running.port = Number(line.slice(5));
        else if (line === 'closed') running.isClosed = true;
        else this.#complain(line);
      }
    });
    // What ends by itself is one more promise broken.
    program.child.on('exit', (code) => {
      if (code !== null)
        void program.ended().then((errors) => this.#complain(`a process has ended: ${errors.slice(-600)}`));
    });
    return running;
  }
}
