// Installs the development packages if they are missing or differ from the lock file.
// Plain JavaScript without dependencies: it is the first thing that runs on a new machine.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
// Packages in npm's cache are not asked for again, so that most changes of the lock file need no network.
const command = 'npm ci --prefer-offline --no-audit --no-fund --loglevel=error';

/** The packages of a lock file, by their paths. */
function packagesOf(path) {
  const { packages } = JSON.parse(readFileSync(new URL(path, root), 'utf8'));
  if (packages === undefined) throw new Error('it has no "packages" as npm 7 and later write them');
  return packages;
}

/** The packages of the lock file. Ends the program if it cannot be read. */
function lockedPackages() {
  try {
    return packagesOf('package-lock.json');
  } catch (error) {
    console.error(`package-lock.json cannot be read: ${error.message}`);
    return process.exit(1);
  }
}

/** The installed packages, as recorded by npm. */
function installedPackages() {
  try {
    return packagesOf('node_modules/.package-lock.json');
  } catch {
    return {};
  }
}

const locked = lockedPackages();
const installed = installedPackages();
// Optional packages may be for other platforms, and are then not installed: they are compared only if they are there.
const isComplete = Object.entries(locked).every(([path, { optional }]) => path === '' || optional || path in installed);
const isCurrent = Object.entries(installed).every(([path, { version }]) => locked[path]?.version === version);

if (!isComplete || !isCurrent) {
  console.log('Installing development packages …');
  const { status, signal } = spawnSync(command, { cwd: root, stdio: 'inherit', shell: true });
  if (status !== 0) {
    console.error(`
The development packages are not installed: npm ci ended with ${signal ?? `exit code ${status}`}; its reason stands above.
- The network (ENOTFOUND, ECONNREFUSED, ETIMEDOUT, …): the registry that "npm config get registry" shows must be reached.
- The lock file ("not in sync", "Missing: …"): run "npm install" and commit package-lock.json.`);
    process.exit(1);
  }
}
