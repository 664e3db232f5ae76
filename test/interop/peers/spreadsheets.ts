import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDebianPackages } from './debian.js';

const execute = promisify(execFile);
/** The Python interpreter of Debian's packages. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'csv-again.py');
const CARDS = join(import.meta.dirname, 'vcards.py');

/** Installs the programs that read and write files. */
export async function ensureSpreadsheets(): Promise<void> {
  await ensureDebianPackages({ packages: ['python3'], probes: [[PYTHON, '-c', 'import csv']] });
  await ensureDebianPackages({ packages: ['gnumeric'], probes: [['ssconvert', '--version']] });
  await ensureDebianPackages({ packages: ['python3-vobject'], probes: [[PYTHON, '-c', 'import vobject']] });
}

/** A card as vobject reads it. */
export interface ForeignCard {
  readonly name: string;
  readonly numbers: readonly string[];
  readonly groups: readonly string[];
}

/** The cards that Python's vobject reads. */
export async function vobjectCards(file: string): Promise<readonly ForeignCard[]> {
  return JSON.parse((await runPython(file, CARDS, 'cells')).toString('utf8'));
}

/** The cells that Python's csv module reads. */
export async function pythonCells(file: string): Promise<readonly (readonly string[])[]> {
  return JSON.parse((await runPython(file, SCRIPT, 'excel', 'QUOTE_MINIMAL', 'cells')).toString('utf8'));
}

/** Returns a file after Python's csv module has read and written it. */
export function pythonAgain(file: string, dialect: string, quoting: string): Promise<Buffer> {
  return runPython(file, SCRIPT, dialect, quoting, 'file');
}

async function runPython(file: string, ...args: readonly string[]): Promise<Buffer> {
  const running = execute(PYTHON, args, { encoding: 'buffer' });
  running.child.stdin?.end(file);
  return (await running).stdout;
}

/** Returns a file after gnumeric has opened it and saved it in another encoding. */
export async function gnumericIn(encoding: string, file: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
  try {
    const [book, saved] = [join(folder, 'book.csv'), join(folder, 'saved.txt')];
    await writeFile(book, file);
    const importing = ['--import-encoding', 'utf-8', '--import-type', 'Gnumeric_stf:stf_csvtab'];
    const exporting = ['--export-type', 'Gnumeric_stf:stf_assistant', '-O', `separator=, charset=${encoding}`];
    await execute('ssconvert', [...importing, ...exporting, book, saved]);
    return await readFile(saved);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a file after gnumeric has opened it and saved it as CSV, directly or through another format. */
export async function gnumericAgain(file: string, ...formats: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
  try {
    let path = join(folder, 'book.csv');
    await writeFile(path, file);
    for (const [index, format] of [...formats, 'csv'].entries()) {
      const saved = join(folder, `saved-${index}.${format}`);
      await execute('ssconvert', [path, saved]);
      path = saved;
    }
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
