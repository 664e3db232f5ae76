import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import list from './packages.json' with { type: 'json' };

/** A public package, and the WSDLs of it that are tried. */
export interface Package {
  readonly source: 'debian' | 'debian source' | 'npm';
  readonly name: string;
  /** Of a Debian package, the one that the documents were found in; the archive gives the newest one. */
  readonly version: string;
  /** The path of each in the package, with its SHA-256 in hexadecimal. */
  readonly documents: Readonly<Record<string, string>>;
}

export const PACKAGES: readonly Package[] = list as readonly Package[];

const execute = promisify(execFile);
const CACHE = join(tmpdir(), 'sms-interop-packages');
const TIMEOUT_MS = 240_000;

/** The Debian release of the packages, on any machine. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const ARCHIVE = `[signed-by=${KEYRING}] http://deb.debian.org/debian bookworm main`;

/** The files of a source package that are kept: the tests need nothing else, and a source is large. */
const KEPT = ['*.wsdl', '*.wsdl.xml', '*.xsd', '*/ext/soap/tests/interop/*'];

/** The folder of a package that was fetched. */
export function folderOf({ source, name, version }: Package): string {
  return join(CACHE, `${source} ${name} ${version}`.replace(/[^\w.+~-]/g, '-'));
}

/**
 * Fetches the packages that are not there yet, by the archives' own tools, into the folder for temporary files.
 *
 * @throws Error when one cannot be fetched, or a document of it is another one than is listed
 */
export async function fetchPackages(): Promise<void> {
  const missing = PACKAGES.filter((each) => !existsSync(folderOf(each)));
  if (missing.some(({ source }) => source !== 'npm')) await updateLists();
  // One after the other: apt-get takes a lock.
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
    // A pattern that fits no file of this package is an error to tar, and none here: documents are looked for below.
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
