import { describe, expect, it } from 'vitest';
import { ensureDebianPackages, type Run } from './debian.js';

const requirement = { packages: ['php-cli', 'php-soap'], probes: [['php', '-v']] } as const;

/** Runs nothing; a command fails while its program is in the set. */
function runner(failing: Set<string>, done: string[], afterInstall: () => void = () => undefined): Run {
  return async (command) => {
    done.push(command.join(' '));
    if (failing.has(command[0])) throw new Error(`${command[0]} failed`);
    if (command[1] === 'install') afterInstall();
  };
}

describe('installing the other makers’ stacks', () => {
  it('installs nothing where everything is in place', async () => {
    const done: string[] = [];
    await ensureDebianPackages(requirement, runner(new Set(), done));
    expect(done).toEqual(['php -v']);
  });

  it('updates, installs and looks again', async () => {
    const done: string[] = [];
    const failing = new Set(['php']);
    await ensureDebianPackages(
      requirement,
      runner(failing, done, () => failing.clear()),
    );
    expect(done).toEqual([
      'php -v',
      'apt-get update',
      'apt-get install -y --no-install-recommends php-cli php-soap',
      'php -v',
    ]);
  });

  it('updates the list of packages once', async () => {
    const done: string[] = [];
    const failing = new Set(['php']);
    const run = runner(failing, done, () => failing.clear());
    await ensureDebianPackages(requirement, run);
    failing.add('php');
    await ensureDebianPackages(requirement, run);
    expect(done.filter((command) => command === 'apt-get update')).toHaveLength(1);
  });

  it('says what is missing and what to do when it cannot install', async () => {
    const installing = ensureDebianPackages(requirement, runner(new Set(['php', 'apt-get']), []));
    await expect(installing).rejects.toThrow(
      /need the Debian packages php-cli php-soap.*apt-get failed.*apt-get install -y php-cli php-soap/,
    );
  });

  it('fails when the packages are installed and still do not work', async () => {
    await expect(ensureDebianPackages(requirement, runner(new Set(['php']), []))).rejects.toThrow(/php failed/);
  });
});
