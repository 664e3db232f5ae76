import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../../../src/cli/program.js';
import { Interruption } from '../../../src/cli/running/interruption.js';
import { StandardOutput } from '../../../src/cli/running/standard-streams.js';
import { eventually } from '../../support/eventually.js';
import { BuiltCommand, type Ended } from '../command.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'warning', 'uncaughtException'] as const;

type Listener = (...values: unknown[]) => void;

/** A run that has not ended. */
export interface RunningHere {
  readonly ended: Promise<Ended>;
  /** The output so far. */
  out(): string;
}

/** Runs the command in the process of the tests, with a folder for each test, and keeps its output. */
export class CommandHere {
  #folder = '';
  #printed = { out: '', err: '' };
  #listeners: readonly Listener[][] = [];

  constructor() {
    beforeEach(() => {
      this.#folder = mkdtempSync(path.join(tmpdir(), 'sms-service-here-'));
      this.#listeners = SIGNALS.map((name) => process.listeners(name as 'SIGINT') as Listener[]);
      this.#printed = { out: '', err: '' };
      vi.stubGlobal('SMS_SERVICE_VERSION', '1.2.3');
      for (const [stream, key] of [
        [process.stdout, 'out'],
        [process.stderr, 'err'],
      ] as const) {
        const write = (piece: string | Uint8Array, written?: () => void): boolean => {
          this.#printed[key] += Buffer.from(piece as string).toString();
          written?.();
          return true;
        };
        vi.spyOn(stream, 'write').mockImplementation(write as typeof stream.write);
      }
    });
    afterEach(() => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
      for (const [index, name] of SIGNALS.entries()) {
        process.removeAllListeners(name);
        for (const listener of this.#listeners[index] ?? []) process.on(name as string, listener);
      }
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  /** The path of a file of the test. */
  at(name: string): string {
    return path.join(this.#folder, name);
  }

  write(name: string, content: unknown): string {
    writeFileSync(this.at(name), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return this.at(name);
  }

  /** The output of the last command line. */
  get printed(): Readonly<{ out: string; err: string }> {
    return this.#printed;
  }

  /** Sets the standard input. */
  give(text: string): void {
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(text)]) as typeof process.stdin);
  }

  start(words: readonly string[], environment: Readonly<Record<string, string>> = {}): RunningHere {
    const printed = { out: '', err: '' };
    this.#printed = printed;
    const output = new StandardOutput(() => 1);
    const running = runCommandLine(words, environment, new Interruption(), output);
    return { ended: running.then((found) => ({ code: output.exitCode(found), ...printed })), out: () => printed.out };
  }

  run(words: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended> {
    return this.start(words, environment).ended;
  }

  /** Starts a server. @returns the line of the command, and the address of the server over SOAP */
  async serve(
    words: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<RunningHere & { readonly url: string }> {
    const running = this.start(words, environment);
    const ended = running.ended.then(({ err }) => Promise.reject(new Error(`ended before it has served: ${err}`)));
    const begun = eventually(() => /http:\/\/127\.0\.0\.1:\d+\/soap/.exec(running.out())?.[0] ?? Promise.reject());
    return { ...running, url: await Promise.race([begun, ended]) };
  }

  /** Ends it like a closed terminal. */
  stop({ ended }: RunningHere): Promise<Ended> {
    process.emit('SIGHUP');
    return ended;
  }
}

/**
 * Replaces the built command in tests that do not need a separate process, in a tenth of the time. Command lines run one
 * after another, in the order of their start.
 */
class CommandInProcess extends BuiltCommand {
  readonly #here = new CommandHere();
  #last: Promise<unknown> = Promise.resolve();

  override run(words: readonly string[], environment?: Readonly<Record<string, string>>, input = ''): Promise<Ended> {
    const run = this.#last.then(() => {
      this.#here.give(input);
      return this.#here.run(words, { HOME: this.folder, ...environment });
    });
    this.#last = run.catch(() => undefined);
    return run;
  }
}

/** The command in the process of the tests of a file, in a folder for all of them. */
export function commandInProcess(): BuiltCommand {
  const command = new CommandInProcess();
  beforeEach(() => {
    const before = process.cwd();
    process.chdir(command.folder);
    onTestFinished(() => process.chdir(before));
  });
  afterAll(() => command.remove());
  return command;
}

/** Tests that the help describes a command and each of its options, and has examples. */
export function itIsExplained(command: CommandHere, name: string): void {
  it(`is explained: ${name}`, async () => {
    const { code, out } = await command.run([...name.split(' '), '--help']);
    expect(code).toBe(0);
    const [usage, summary = '', ...rest] = out.split('\n\n');
    expect(usage).toContain(`Usage: sms-service ${name} `);
    expect(summary).toMatch(/^[a-z]+ [^]*[a-z]{3}/);
    const linesBelow = (title: string): readonly string[] =>
      rest.filter((part) => part.startsWith(title)).flatMap((part) => part.replace(/\n+$/, '').split('\n').slice(1));
    for (const line of linesBelow('Options:')) {
      if (/^ {2}-/.test(line)) expect(line).toMatch(/^ {2}(?:-h, )?--[a-z-]+(?: <[^>]+>)? {2,}\S/);
    }
    const examples = linesBelow('Examples:');
    expect(examples.join('\n').concat('\n')).toMatch(new RegExp(`sms-service ${name}\\s`));
    for (const example of examples) expect(example).toMatch(/^ {2}\S/);
  });
}
