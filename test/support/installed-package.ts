import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './run.js';

/** The folder in which programs of others run: not among the tests, for it holds hundreds of packages. */
export const programFolder = (name: string): string => path.join(ROOT, '.cache', name);

/**
 * Installs what `test/NAME/package-lock.json` names into the folder of its programs, and the library beside it as it is
 * packed.
 *
 * @param copied - of `test/NAME`, besides what npm needs
 */
export function installPackage(name: string, copied: readonly string[]): void {
  const folder = programFolder(name);
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });
  mkdirSync(folder, { recursive: true });
  for (const entry of ['package.json', 'package-lock.json', ...copied]) {
    rmSync(path.join(folder, entry), { recursive: true, force: true });
    cpSync(path.join(ROOT, 'test', name, entry), path.join(folder, entry), { recursive: true });
  }
  // That of the repository is further out, and leads the package's name to its sources.
  writeFileSync(path.join(folder, 'tsconfig.json'), '{}\n');
  npm(['ci', '--prefer-offline', '--ignore-scripts'], folder);
  const packed = mkdtempSync(path.join(tmpdir(), `${name}-`));
  try {
    npm(['pack', '--silent', '--pack-destination', packed], ROOT);
    const library = path.join(folder, 'node_modules/sms-service-client');
    mkdirSync(library);
    execFileSync('sh', ['-c', `tar -xzf "${packed}"/*.tgz --strip-components 1 -C "${library}"`]);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
