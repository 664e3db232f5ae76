import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { ValidationError } from '../../errors/errors.js';
import { fileError } from '../../files/file-error.js';
import { parsedObject } from '../../files/json.js';
import { checkFilled, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, required } from '../../options/table.js';
import { readRecords } from '../formats/files.js';
import { READ_OPTIONS } from '../formats/format-options.js';
import { readJsonLines } from '../formats/json-lines.js';
import { lines, refusing } from '../formats/records/lines.js';
import type { AddressBookRecord, ReadFormat } from '../formats/records/records.js';
import { Beginning } from './beginning.js';
import { FileSide } from './file-side.js';
import { takePlan } from './take-plan.js';

/** A file, by its path, or as it is read: a stream of Node.js is one. */
type Source = string | AsyncIterable<Uint8Array | string>;

const FILE = {
  /** Its path, or its content as it is read: a stream of Node.js is one. */
  file: required(checkSource),
  /** Default: by the ending of its path, `.jsonl`, `.csv` or `.vcf`, else by how it begins. */
  format: optional(oneOf('jsonl', 'csv', 'vcard')),
  ...READ_OPTIONS,
};

/** A file that stands for an account: an export, a plan, a backup, or a file of others. */
export interface AddressBookFile extends OptionsOf<typeof FILE> {}

/** A file that was read. */
export interface OpenedFile {
  readonly side: FileSide;
  /** True for a plan of whatever kind: it holds a part of an account. */
  readonly isPlan: boolean;
}

const BY_ENDING: Readonly<Record<string, ReadFormat>> = { '.jsonl': 'jsonl', '.csv': 'csv', '.vcf': 'vcard' };

/**
 * Reads a file whole, so that it can stand for an account. In memory that does not grow with it, but for its groups.
 *
 * @param place - the path of the file among the options, for errors
 * @throws ValidationError when it cannot be read, or its format is not known; it names the line
 */
export async function openFileSide(given: string | AddressBookFile, place: string): Promise<OpenedFile> {
  const options = readOptions(typeof given === 'string' ? { file: given } : given, FILE, { path: place });
  const { file } = options;
  if (typeof file === 'string' && !existsSync(file)) invalid(place, `does not exist: ${file}`);
  const input = typeof file === 'string' ? createReadStream(file) : undefined;
  const beginning = new Beginning(input ?? (file as AsyncIterable<Uint8Array | string>));
  const side = new FileSide();
  try {
    const isPlan = await take(side, beginning, options, place);
    return { side, isPlan };
  } catch (error) {
    side.close();
    const where = typeof file === 'string' ? `: ${file}` : '';
    if (error instanceof ValidationError && /^line \d/.test(error.path)) {
      return invalid(place, `cannot be read: ${error.message}${where}`);
    }
    throw typeof file === 'string' ? fileError(error, file) : error;
  } finally {
    await beginning.close();
    input?.destroy();
  }
}

/** @returns whether it is a plan */
async function take(
  side: FileSide,
  beginning: Beginning,
  { file, format: given, onReject, ...reading }: OptionValues<typeof FILE>,
  place: string,
): Promise<boolean> {
  const ending = typeof file === 'string' ? BY_ENDING[path.extname(file).toLowerCase()] : undefined;
  const first = await beginning.line();
  const format = given ?? ending ?? formatOf(first) ?? invalid(`${place}.format`, 'is missing: nothing tells it');
  const head = format === 'jsonl' ? parsedObject(first) : {};
  const name = typeof file === 'string' ? file : 'the file';
  if ('plan' in head) {
    await takePlan(side, lines(beginning.pieces()), name);
    return true;
  }
  const isBackup = 'kind' in head && head.kind === 'plan';
  const last: { text: string } = { text: '' };
  const records =
    format === 'jsonl'
      ? readJsonLines(
          noting(lines(beginning.pieces(), reading.encoding), last),
          refusing(onReject),
          reading.group,
          true,
        )
      : readRecords(beginning.pieces(), format, { ...reading, onReject });
  await takeRecords(side, records);
  const end = isBackup ? parsedObject(last.text) : {};
  if (isBackup && !('kind' in end && end.kind === 'end')) invalid(place, `is not whole: ${name} has no last line`);
  return isBackup;
}

async function takeRecords(side: FileSide, records: AsyncIterable<AddressBookRecord>): Promise<void> {
  for await (const record of records) {
    if (record.kind === 'group') side.group(record);
    else await side.number(side.group({ id: record.groupId, name: record.group, info: '' }), record);
  }
}

/** Keeps the line that was read last. */
async function* noting<L extends { readonly text: string }>(
  all: AsyncIterable<L>,
  last: { text: string },
): AsyncGenerator<L, void, undefined> {
  for await (const line of all) {
    if (line.text.trim() !== '') last.text = line.text;
    yield line;
  }
}

function formatOf(first: string): ReadFormat | undefined {
  if (/^\s*\{/.test(first)) return 'jsonl';
  return /^\s*BEGIN:VCARD\s*$/i.test(first) ? 'vcard' : undefined;
}

function checkSource(value: Source, place: string): Source {
  if (typeof value === 'string') return path.resolve(checkFilled(value, place));
  const isRead = typeof value === 'object' && value !== null && typeof value[Symbol.asyncIterator] === 'function';
  return isRead ? value : invalid(place, 'is neither a path nor anything that can be read piece by piece');
}
