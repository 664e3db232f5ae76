// Installs the development packages if they are missing or differ from the lock file.
// Plain JavaScript without dependencies: it is the first thing that runs on a new machine.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);

/** The packages of a lock file with their versions; none where it cannot be read. */
function packagesOf(path) {
  try {
    const { packages } = JSON.parse(readFileSync(new URL(path, root), 'utf8'));
    return packages;
  } catch {
    return {};
  }
}

const wanted = packagesOf('package-lock.json');
const present = packagesOf('node_modules/.package-lock.json');
const needed = Object.keys(wanted['']?.devDependencies ?? {}).map((name) => `node_modules/${name}`);
// What the lock file has for other platforms is never installed: only what is there, or has to be, is compared.
const isComplete = needed.every((name) => name in present);
const isCurrent = Object.entries(present).every(([name, { version }]) => wanted[name]?.version === version);

if (!isComplete || !isCurrent) {
  console.log('Installing development packages …');
  // Not `npm ci`: it refuses a lock file in which packages for other platforms are missing, as some registries leave
  // them out. The versions of the lock file are kept all the same.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('npm could not install the development packages; is the npm registry within reach?');
    process.exit(1);
  }
}
