import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../../src/client/index.js';

const PROGRAM = fileURLToPath(new URL('./compare.mjs', import.meta.url));

/** The result of the program that shares no code with the library. */
export interface Compared {
  readonly code: number | null;
  /** Each difference. */
  readonly lines: readonly string[];
}

/** Compares the accounts of a migration with a separate program. */
export class IndependentComparison {
  readonly #folder: string;
  readonly #url: string;
  readonly #accounts: readonly [from: Credentials, to: Credentials];
  #before: readonly string[] = [];

  constructor(folder: string, url: string, accounts: readonly [from: Credentials, to: Credentials]) {
    this.#folder = folder;
    this.#url = url;
    this.#accounts = accounts;
  }

  /** Takes snapshots of both accounts before the migration. */
  async before(): Promise<void> {
    this.#before = await this.#snapshots('before');
  }

  /** Compares after the migration. */
  async moved(): Promise<Compared> {
    return compared('moved', ...this.#before, ...(await this.#snapshots('moved')));
  }

  /** Compares after the removal. @param plan - the removal plan, which is the backup */
  async removed(plan: string): Promise<Compared> {
    return compared('removed', ...this.#before, ...(await this.#snapshots('removed')), plan);
  }

  async #snapshots(when: string): Promise<readonly string[]> {
    const files: string[] = [];
    for (const { username, password } of this.#accounts) {
      const { out, code } = await run({ PASSWORD: password }, 'snapshot', this.#url, username);
      if (code !== 0) throw new Error(`no snapshot of ${username}: ${code}`);
      const file = path.join(this.#folder, `${when}-${username}.jsonl`);
      writeFileSync(file, out);
      files.push(file);
    }
    return files;
  }
}

/** Runs the comparison of files: `moved` or `removed`. */
async function compared(...args: readonly string[]): Promise<Compared> {
  const { out, code } = await run({}, ...args);
  return { code, lines: out.split('\n').filter((line) => line !== '') };
}

async function run(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly out: string; readonly code: number | null }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { out, code };
}
