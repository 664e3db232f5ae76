// Installs the development packages if they are missing or older than the lock file.
// Plain JavaScript without dependencies: it is the first thing that runs on a new machine.
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);

/** The packages that a lock file names, as far as they say what is installed. */
function installed(path) {
  try {
    const { packages } = JSON.parse(readFileSync(new URL(path, root), 'utf8'));
    return new Map(Object.entries(packages).map(([name, { version }]) => [name, version]));
  } catch {
    return new Map();
  }
}

const wanted = installed('package-lock.json');
const present = installed('node_modules/.package-lock.json');
// What the lock file has for other platforms is never installed: only versions that differ and a missing whole count.
const outdated = present.size === 0 || [...present].some(([name, version]) => wanted.get(name) !== version);

if (outdated) {
  console.log('Installing development packages (npm ci) …');
  execSync('npm ci --no-audit --no-fund --loglevel=error', { cwd: root, stdio: 'inherit' });
}
