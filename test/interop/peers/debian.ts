import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A command with its arguments. */
type Command = readonly [program: string, ...args: readonly string[]];

/** Runs a command to its end. Rejects if it fails. */
export type Run = (command: Command) => Promise<unknown>;

/** Debian packages, and commands that succeed if they are installed. */
export interface Requirement {
  readonly packages: readonly string[];
  /** Commands that succeed if the packages are installed. */
  readonly probes: readonly Command[];
}

const APT_TIMEOUT_MS = 300_000;

/** Functions that have updated the package list, which is done once per process. */
const updated = new WeakSet<Run>();

const execute = promisify(execFile);

async function runCommand([program, ...args]: Command): Promise<void> {
  await execute(program, args, {
    timeout: APT_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * Installs missing packages and checks the installation.
 *
 * @throws Error that names the packages and the failure, so that a missing peer fails the suite
 */
export async function ensureDebianPackages({ packages, probes }: Requirement, run: Run = runCommand): Promise<void> {
  if ((await firstFailure(probes, run)) === undefined) return;
  const update: Command[] = updated.has(run) ? [] : [['apt-get', 'update']];
  const install: Command[] = [...update, ['apt-get', 'install', '-y', '--no-install-recommends', ...packages]];
  const installFailure = await firstFailure(install, run);
  if (installFailure === undefined) updated.add(run);
  const failure = installFailure ?? (await firstFailure(probes, run));
  if (failure !== undefined) {
    throw new Error(
      `The tests need the Debian packages ${packages.join(' ')} and could not install them: ` +
        `${failure}. Install them as root: apt-get update && apt-get install -y ${packages.join(' ')}`,
    );
  }
}

/** Runs commands in order. Returns the error of the first one that fails. */
async function firstFailure(commands: readonly Command[], run: Run): Promise<string | undefined> {
  for (const command of commands) {
    try {
      await run(command);
    } catch (error) {
      return error instanceof Error ? error.message.trim() : String(error);
    }
  }
  return undefined;
}
