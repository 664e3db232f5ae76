import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { bundle } from '../../scripts/build/bundle.js';
import { type RunningSandbox, type SandboxGroup, startSandbox } from '../../src/sandbox/index.js';
import { ROOT } from '../support/run.js';

/** How a run of the command has ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A run that has not ended. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** The output so far. */
  out(): string;
}

/** The built command, in a temporary folder. */
export class BuiltCommand {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), 'sms-service-cli-'));

  build(): Promise<unknown> {
    // Like the package.
    cpSync(path.join(ROOT, 'wsdl'), path.join(this.folder, 'wsdl'), { recursive: true });
    return bundle(path.dirname(this.program));
  }

  get program(): string {
    return path.join(this.folder, 'dist', 'js', 'cli.js');
  }

  /** Writes a file into the folder in which it is run. */
  write(name: string, content: unknown): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts it. @param environment - the complete environment, except for the path */
  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}, input = ''): Running {
    const env = { PATH: process.env.PATH, HOME: this.folder, ...environment };
    const child = spawn(process.execPath, [this.program, ...args], { cwd: this.folder, env });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
    child.stdin.on('error', () => undefined).end(input);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
    });
    return { child, ended, out: () => out };
  }

  /** Runs it until it ends. */
  run(args: readonly string[], environment?: Readonly<Record<string, string>>, input?: string): Promise<Ended> {
    return this.start(args, environment, input).ended;
  }
}

/** The built command, for the tests of a file. */
export function commandOfTests(): BuiltCommand {
  const command = new BuiltCommand();
  beforeAll(() => command.build(), 60_000);
  afterAll(() => command.remove());
  return command;
}

/** A new gateway for each test of a file. */
export class GatewayOfTests {
  #sandbox: RunningSandbox | undefined;

  constructor(start: () => Promise<RunningSandbox>) {
    beforeEach(() => this.restart(start));
    afterEach(() => this.#sandbox?.close());
  }

  /** The gateway of the current test. */
  get current(): RunningSandbox {
    if (this.#sandbox === undefined) throw new Error('no test runs');
    return this.#sandbox;
  }

  /** Replaces it by another one. */
  async restart(start: () => Promise<RunningSandbox>): Promise<void> {
    await this.#sandbox?.close();
    this.#sandbox = await start();
  }
}

/** The lines of JSON that a command has printed. */
export function jsonLines({ out }: Ended): readonly unknown[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** Replaces the duration of a run by 0 s. */
export function timeless({ code, out, err }: Ended): Ended {
  return { code, out: out.replace(/, in \d+ s(?=[.\n])/, ', in 0 s'), err };
}

/** Passwords that must not be printed. */
export const SECRETS: { readonly old: string; readonly new: string } = {
  old: 'old-secret-4711',
  new: 'new-secret-0815',
};

/** The environment with both passwords. */
export const PASSWORDS: Readonly<Record<string, string>> = { OLD_PASSWORD: SECRETS.old, NEW_PASSWORD: SECRETS.new };

/** A gateway with two accounts, and a configuration file for them. */
export async function twoAccounts(
  command: BuiltCommand,
  groups: { readonly old?: readonly SandboxGroup[]; readonly new?: readonly SandboxGroup[] },
): Promise<RunningSandbox> {
  const sandbox = await startSandbox({
    accounts: [
      { username: 'old', password: SECRETS.old, groups: groups.old },
      { username: 'new', password: SECRETS.new, groups: groups.new },
    ],
  });
  const { url } = sandbox;
  command.write('sms-service.json', {
    profiles: {
      old: { url, username: 'old', passwordEnv: 'OLD_PASSWORD' },
      new: { url, username: 'new', passwordEnv: 'NEW_PASSWORD' },
    },
  });
  return sandbox;
}
