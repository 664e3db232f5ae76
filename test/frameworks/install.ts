import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/run.js';

/** The folder in which the programs run: not among the tests, for it holds those of hundreds of packages. */
export const FOLDER: string = path.join(ROOT, '.cache/frameworks');

/** What is copied into it. */
const COPIED = ['package.json', 'package-lock.json', 'programs', 'next-app'];

/** Installs the frameworks, and the library beside them as a program of others gets it. */
export function setup(): void {
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });
  mkdirSync(FOLDER, { recursive: true });
  for (const name of COPIED) {
    rmSync(path.join(FOLDER, name), { recursive: true, force: true });
    cpSync(path.join(ROOT, 'test/frameworks', name), path.join(FOLDER, name), { recursive: true });
  }
  npm(['ci', '--prefer-offline', '--ignore-scripts'], FOLDER);
  const packed = mkdtempSync(path.join(tmpdir(), 'frameworks-'));
  try {
    npm(['pack', '--silent', '--pack-destination', packed], ROOT);
    const library = path.join(FOLDER, 'node_modules/sms-service-client');
    mkdirSync(library);
    execFileSync('sh', ['-c', `tar -xzf "${packed}"/*.tgz --strip-components 1 -C "${library}"`]);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
