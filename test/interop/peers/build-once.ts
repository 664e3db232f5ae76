import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const BUILD_TIMEOUT_MS = 120_000;

/** How a peer is compiled. */
export interface Build {
  readonly name: string;
  /** The files that the result depends on. */
  readonly sources: readonly string[];
  /** The commands, which run sequentially in an empty folder. */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
  /** The command that prints the version of the tools, on which the result depends. */
  readonly version: readonly [program: string, ...args: string[]];
}

/**
 * Compiles a peer, unless the same sources have been compiled with the same tools before.
 *
 * @returns the folder with the results, below the folder for temporary files
 * @throws Error with the output of the compiler
 */
export async function buildOnce({ name, sources, commands, version }: Build): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(commands));
  for (const source of sources) hash.update(await readFile(source));
  hash.update(JSON.stringify(await execute(version[0], version.slice(1))));
  const folder = join(tmpdir(), `sms-interop-${name}-${hash.digest('hex').slice(0, 16)}`);
  if (await exists(folder)) return folder;
  const inProgress = `${folder}.${randomUUID()}`;
  await mkdir(inProgress);
  try {
    for (const [program, ...args] of commands) {
      await execute(program, args, { cwd: inProgress, timeout: BUILD_TIMEOUT_MS });
    }
    await rename(inProgress, folder);
  } catch (error) {
    // Another process may have finished first.
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(inProgress, { recursive: true, force: true });
  }
  return folder;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
