import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.js';

/** Runs npm without the messages that tests do not need. @returns its standard output */
const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });

/**
 * Returns the packed package: the file of `PACKED_LIBRARY`, which `.ci/run` packs once for all suites. Otherwise, builds
 * and packs it into the given folder.
 */
export function packedLibrary(folder: string): string {
  const packed = process.env['PACKED_LIBRARY'];
  if (packed !== undefined) return packed;
  mkdirSync(folder, { recursive: true });
  return path.join(
    folder,
    npm(['pack', '--silent', '--pack-destination', folder], ROOT).trim().split('\n').at(-1) ?? '',
  );
}

/** The folder in which third-party programs run. It is outside the tests, because it contains hundreds of packages. */
export const programFolder = (name: string): string => path.join(ROOT, '.cache', name);

/**
 * Installs the packages of `test/NAME/package-lock.json` and the packed library into the folder of the programs.
 *
 * @param copied - further files of `test/NAME` to copy
 */
export function installPackage(name: string, copied: readonly string[]): void {
  const folder = programFolder(name);
  mkdirSync(folder, { recursive: true });
  for (const entry of ['package.json', 'package-lock.json', ...copied]) {
    rmSync(path.join(folder, entry), { recursive: true, force: true });
    cpSync(path.join(ROOT, 'test', name, entry), path.join(folder, entry), { recursive: true });
  }
  // The `package.json` of the repository would resolve the name of the package to its sources.
  writeFileSync(path.join(folder, 'tsconfig.json'), '{}\n');
  npm(['ci', '--prefer-offline', '--ignore-scripts'], folder);
  const library = path.join(folder, 'node_modules/sms-service-client');
  mkdirSync(library);
  execFileSync('tar', ['-xzf', packedLibrary(path.join(folder, 'packed')), '--strip-components', '1', '-C', library]);
}
