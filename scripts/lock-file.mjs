// Checks that package-lock.json has an entry for each package that `npm ci` wants, on whatever platform it runs.
// Plain JavaScript without dependencies: it runs before anything is installed.
//
//   node scripts/lock-file.mjs [--fix] [FOLDER]
//
// FOLDER holds package.json and package-lock.json (default: this repository). Exit code 0: complete; 1: each thing that
// is missing or disagrees has been named; 2: a file or an option cannot be read. npm writes a lock file without the
// packages that the registry does not show, and then refuses it. Best is a version of the tool for which the registry
// has all platforms; --fix adds the others from name and version alone, without the checksum that npm would check.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;
const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');
/** Names that some packages have for a system of {@link OS}. */
const OTHER_NAMES = new Map([
  ['macos', 'darwin'],
  ['windows', 'win32'],
]);
const LIBC = new Map([
  ['gnu', 'glibc'],
  ['musl', 'musl'],
]);

/** Something that keeps the check from being made; its message is for the person at the keyboard. */
class UsageError extends Error {}

function readJson(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error.message}`);
  }
}

function readLockFile(path) {
  const lock = readJson(path);
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(lock) || !isObject(lock.packages) || !Object.values(lock.packages).every(isObject)) {
    throw new UsageError(`${path} has no "packages" as npm 7 and later write them`);
  }
  return lock;
}

/**
 * The path of the entry that Node.js would find for a name from a folder: inside it, or beside it, further and further
 * out.
 */
function findEntry(packages, folder, name) {
  for (let outer = folder; ; outer = outer.slice(0, Math.max(outer.lastIndexOf('/'), 0))) {
    const path = outer === '' ? `node_modules/${name}` : `${outer}/node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return path;
    if (outer === '') return undefined;
  }
}

/**
 * Lists what the entries of the lock file want of each other and do not get. `found` is the version that is there
 * instead.
 */
function unmetIn(packages) {
  const unmet = [];
  for (const [by, entry] of Object.entries(packages)) {
    for (const section of SECTIONS) {
      for (const [name, wanted] of Object.entries(entry[section] ?? {})) {
        const path = findEntry(packages, by, name);
        const found = path === undefined ? undefined : packages[path].version;
        const mayBeAbsent = section === 'peerDependencies' && entry.peerDependenciesMeta?.[name]?.optional === true;
        const isMissing = path === undefined && !mayBeAbsent;
        // Ranges are npm's to read; platform packages are wanted in one version, and that can be compared.
        const isOther = found !== undefined && EXACT_VERSION.test(wanted) && found !== wanted;
        if (isMissing || isOther) unmet.push({ by, section, name, wanted, found });
      }
    }
  }
  return unmet;
}

/** Lists the places where package.json and the lock file's copy of it disagree, in words. */
function disagreements(manifest, copy) {
  return SECTIONS.flatMap((section) => {
    const ours = manifest[section] ?? {};
    const theirs = copy[section] ?? {};
    const changed = Object.entries(ours).filter(([name, wanted]) => theirs[name] !== wanted);
    const gone = Object.entries(theirs).filter(([name]) => !Object.hasOwn(ours, name));
    return [
      ...changed.map(([name, wanted]) => {
        const instead = Object.hasOwn(theirs, name) ? `${name}@${theirs[name]}` : 'not';
        return `${name}@${wanted} of package.json is ${instead} in the lock file: ${section}`;
      }),
      ...gone.map(([name, wanted]) => `${name}@${wanted} of the lock file is not in package.json: ${section}`),
    ];
  });
}

/** The platform that a package's name tells (`…-linux-x64-musl`), as `os`, `cpu` and `libc` of a lock file. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.map((word) => OTHER_NAMES.get(word) ?? word).find((word) => OS.includes(word));
  const cpu = words.find((word) => CPU.includes(word));
  const libc = LIBC.get(words.at(-1));
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/**
 * Adds an entry for each optional package in one version whose name tells its platform; gives the names of what it
 * added.
 */
function addPlatforms(packages) {
  const added = [];
  for (const { by, section, name, wanted } of unmetIn(packages)) {
    const { os, cpu, libc } = platformOf(name);
    if (section !== 'optionalDependencies' || !EXACT_VERSION.test(wanted) || cpu === undefined) continue;
    const outermost = `node_modules/${name}`;
    const inside = by === '' ? outermost : `${by}/${outermost}`;
    const path = Object.hasOwn(packages, outermost) ? inside : outermost;
    // In the order in which npm writes them, so that its next change of the file shows nothing else.
    packages[path] = {
      version: wanted,
      cpu,
      ...(packages[by].dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
      ...(packages[by].peer && { peer: true }),
    };
    added.push(`${name}@${wanted}`);
  }
  return added;
}

/** Checks the lock file of a folder, or completes it first; gives the exit code. */
function checkFolder(folder, isFix) {
  const lockPath = join(folder, 'package-lock.json');
  const manifest = readJson(join(folder, 'package.json'));
  const lock = readLockFile(lockPath);

  const added = isFix ? addPlatforms(lock.packages) : [];
  if (added.length > 0) {
    lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
    writeFileSync(lockPath, `${JSON.stringify(lock, undefined, 2)}\n`);
    console.log(`Added to package-lock.json, without a checksum: ${added.join(', ')}`);
  }

  const findings = disagreements(manifest, lock.packages[''] ?? {});
  for (const { by, section, name, wanted, found } of unmetIn(lock.packages)) {
    const fault = found === undefined ? 'missing' : `there as ${found}`;
    findings.push(`${name}@${wanted} is ${fault}: ${section} of ${by === '' ? 'package.json' : by}`);
  }
  if (findings.length === 0) {
    console.log(`package-lock.json names all ${Object.keys(lock.packages).length - 1} packages`);
    return 0;
  }
  console.error('npm ci refuses package-lock.json:');
  for (const finding of findings) console.error(`  ${finding}`);
  console.error(
    isFix
      ? 'This cannot be told from a name and a version: npm install, or another version of the package, may bring it.'
      : 'npm install brings what package.json has; npm run lock -- --fix, the packages for other platforms.',
  );
  return 1;
}

try {
  const { values, positionals } = parseArgs({ options: { fix: { type: 'boolean' } }, allowPositionals: true });
  const folder = resolve(positionals[0] ?? fileURLToPath(new URL('..', import.meta.url)));
  process.exitCode = checkFolder(folder, values.fix === true);
} catch (error) {
  if (!(error instanceof UsageError) && !error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
