import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import list from './packages.json' with { type: 'json' };

/** A public package and its tested WSDLs. */
export interface Package {
  readonly source: 'debian' | 'debian source' | 'npm';
  readonly name: string;
  /** The version with the listed documents. For Debian packages, the archive returns the newest version. */
  readonly version: string;
  /** The path of each document in the package, with its SHA-256 in hexadecimal. */
  readonly documents: Readonly<Record<string, string>>;
}

export const PACKAGES: readonly Package[] = list as readonly Package[];

const execute = promisify(execFile);
const CACHE = join(tmpdir(), 'sms-interop-packages');
const TIMEOUT_MS = 240_000;

/** The Debian release of the packages, on any machine. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const ARCHIVE = `[signed-by=${KEYRING}] http://deb.debian.org/debian bookworm main`;

/** The extracted files of a source package, which is large. The tests need only these files. */
const KEPT = ['*.wsdl', '*.wsdl.xml', '*.xsd', '*/ext/soap/tests/interop/*'];

/** Returns the folder of a fetched package. */
export function folderOf({ source, name, version }: Package): string {
  return join(CACHE, `${source} ${name} ${version}`.replace(/[^\w.+~-]/g, '-'));
}

/**
 * Fetches missing packages with the tools of their archives into the folder for temporary files.
 *
 * @throws Error if a package cannot be fetched, or if a document differs from its listed hash
 */
export async function fetchPackages(): Promise<void> {
  const missing = PACKAGES.filter((each) => !existsSync(folderOf(each)));
  if (missing.some(({ source }) => source !== 'npm')) await updateLists();
  // Sequential, because apt-get uses a lock.
  for (const each of missing) await fetchPackage(each);
  await Promise.all(PACKAGES.map(checkDocuments));
}

const aptFolder = join(CACHE, 'apt');
const aptOptions = [
  ...['-o', `Dir::Etc::sourcelist=${join(aptFolder, 'sources.list')}`, '-o', 'Dir::Etc::sourceparts=-'],
  ...['-o', `Dir::State::lists=${join(aptFolder, 'lists')}`, '-o', `Dir::Cache=${aptFolder}`],
  ...['-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Languages=none'],
  ...['-o', 'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false'],
];

async function updateLists(): Promise<void> {
  for (const folder of ['lists/partial', 'archives/partial']) await mkdir(join(aptFolder, folder), { recursive: true });
  await writeFile(join(aptFolder, 'sources.list'), `deb ${ARCHIVE}\ndeb-src ${ARCHIVE}\n`);
  await execute('apt-get', [...aptOptions, 'update'], { timeout: TIMEOUT_MS });
}

async function fetchPackage(each: Package): Promise<void> {
  const folder = folderOf(each);
  const inProgress = `${folder}.${randomUUID()}`;
  const archives = `${inProgress}.archives`;
  await mkdir(inProgress, { recursive: true });
  await mkdir(archives);
  const inArchives = { cwd: archives, timeout: TIMEOUT_MS };
  try {
    if (each.source === 'npm') await execute('npm', ['pack', '--silent', `${each.name}@${each.version}`], inArchives);
    else if (each.source === 'debian') await execute('apt-get', [...aptOptions, 'download', each.name], inArchives);
    else {
      const what = ['source', '--download-only', '--tar-only', each.name];
      await execute('apt-get', [...aptOptions, ...what], inArchives);
    }
    for (const archive of await readdir(archives)) await unpack(each, join(archives, archive), inProgress);
    await rename(inProgress, folder);
  } finally {
    await rm(inProgress, { recursive: true, force: true });
    await rm(archives, { recursive: true, force: true });
  }
}

async function unpack({ source }: Package, archive: string, folder: string): Promise<void> {
  if (source === 'debian') await execute('dpkg-deb', ['-x', archive, folder]);
  else {
    const only = source === 'npm' ? [] : ['--wildcards', ...KEPT];
    const args = ['--no-same-owner', '--strip-components=1', '-C', folder, '-xf', archive, ...only];
    // tar fails if a pattern matches no file. This is ignored: missing documents are found below.
    await execute('tar', args, { timeout: TIMEOUT_MS }).catch((error: Error) => {
      if (!/Not found in archive/.test(error.message)) throw error;
    });
  }
}

async function checkDocuments(each: Package): Promise<void> {
  for (const [path, expected] of Object.entries(each.documents)) {
    const sha256 = createHash('sha256')
      .update(await readFile(join(folderOf(each), path)))
      .digest('hex');
    if (sha256 !== expected) throw new Error(`${each.name}: ${path} is another one than is listed: ${sha256}`);
  }
}
