import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { ValidationError } from '../../errors/errors.js';
import { fileError } from '../../files/file-error.js';
import { parsedObject } from '../../files/json.js';
import { checkFilled, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, required } from '../../options/table.js';
import type { Entry } from '../accounts/entries.js';
import { readRecords } from '../formats/files.js';
import { readJsonLines } from '../formats/json-lines.js';
import { READ_OPTIONS } from '../formats/records/format-options.js';
import { lines, refusing } from '../formats/records/lines.js';
import type { AddressBookRecord, ReadFormat } from '../formats/records/records.js';
import { planLines } from '../plan/read-plan.js';
import { FileAccount } from './file-account.js';

type Source = string | AsyncIterable<Uint8Array | string>;

export const FILE = {
  /** The path, or the content as it is read. Node.js streams are accepted. */
  file: required(checkSource),
  /** Default: by the extension of the path (`.jsonl`, `.csv`, `.vcf`), otherwise by the first line. */
  format: optional(oneOf('jsonl', 'csv', 'vcard')),
  ...READ_OPTIONS,
};

/** A file that is read like an account: an export, a plan, CSV or vCard. */
export interface AddressBookFile extends OptionsOf<typeof FILE> {}

export interface OpenedFile {
  readonly account: FileAccount;
  /** True for a plan: it contains only a part of an account. */
  readonly isPlan: boolean;
}

const BY_ENDING: Readonly<Record<string, ReadFormat>> = { '.jsonl': 'jsonl', '.csv': 'csv', '.vcf': 'vcard' };

/**
 * Reads a file so that it can be used like an account. A plan stands for the entries that it deletes, or, if it deletes
 * nothing, for those that it adds. Memory grows with the groups only.
 *
 * @param place - the path of the file among the options, for errors
 * @param isExport - accepts texts that are not telephone numbers in JSON Lines, because an account may contain some
 * @throws ValidationError if it cannot be read or its format is unknown; it names the line
 */
export async function openFile(
  requested: string | AddressBookFile,
  place: string,
  isExport: boolean = true,
): Promise<OpenedFile> {
  const options = readOptions(typeof requested === 'string' ? { file: requested } : requested, FILE, { path: place });
  const { file } = options;
  if (typeof file === 'string' && !existsSync(file)) invalid(place, `does not exist: ${file}`);
  const input = typeof file === 'string' ? createReadStream(file) : undefined;
  const head = new FileHead(input ?? (file as AsyncIterable<Uint8Array | string>));
  const account = new FileAccount();
  try {
    const isPlan = await take(account, head, options, place, isExport);
    return { account, isPlan };
  } catch (error) {
    account.close();
    const where = typeof file === 'string' ? `: ${file}` : '';
    if (error instanceof ValidationError && /^line \d/.test(error.path)) {
      return invalid(place, `cannot be read: ${error.message}${where}`);
    }
    throw typeof file === 'string' ? fileError(error, file) : error;
  } finally {
    await head.close();
    input?.destroy();
  }
}

async function take(
  account: FileAccount,
  head: FileHead,
  { file, format: requested, onReject, ...reading }: OptionValues<typeof FILE>,
  place: string,
  isExport: boolean,
): Promise<boolean> {
  const ending = typeof file === 'string' ? BY_ENDING[path.extname(file).toLowerCase()] : undefined;
  const first = await head.line();
  const format =
    requested ?? ending ?? formatOf(first) ?? invalid(`${place}.format`, 'is missing and cannot be detected');
  if (format === 'jsonl' && 'plan' in parsedObject(first)) {
    await takePlan(account, head, typeof file === 'string' ? file : 'the file');
    return true;
  }
  const records =
    format === 'jsonl'
      ? readJsonLines(lines(head.pieces(), reading.encoding), refusing(onReject), reading.group, isExport)
      : readRecords(head.pieces(), format, { ...reading, onReject });
  await takeRecords(account, records);
  return false;
}

async function takeRecords(account: FileAccount, records: AsyncIterable<AddressBookRecord>): Promise<void> {
  for await (const record of records) {
    if (record.kind === 'group') account.group(record);
    else await account.number(account.group({ id: record.groupId, name: record.group, info: '' }), record);
  }
}

async function takePlan(account: FileAccount, head: FileHead, name: string): Promise<void> {
  const added = new FileAccount();
  try {
    let deletes = false;
    /** Ids of groups that the plan adds are the lines of the steps, negative: several can have one name. */
    let [group, current]: [{ id: number; name: string; info: string }, 'add' | 'delete'] = [NO_GROUP, 'add'];
    const put = (to: FileAccount, entry: Entry): Promise<void> => to.number(to.group(group), entry);
    for await (const { line, value } of planLines(lines(head.pieces()), name)) {
      if ('addGroup' in value) {
        [group, current] = [{ ...value.addGroup, id: -line }, 'add'];
        added.group(group);
      } else if ('group' in value) {
        const { id, line: addedIn = 0, name: own } = value.group;
        [group, current] = [{ id: id ?? -addedIn, name: own, info: '' }, 'add'];
      } else if ('deleteGroup' in value) {
        [group, current] = [value.deleteGroup, 'delete'];
        account.group(group);
        deletes = true;
      } else if ('deleteNumber' in value) {
        for (const entry of value.deleteNumber.entries) await put(account, entry);
        deletes = true;
      } else if ('addNumber' in value) await put(added, value.addNumber);
      else if ('entry' in value && current === 'delete') await put(account, value.entry);
    }
    if (deletes) return;
    for (const { id, name: own, info } of await added.getGroups()) {
      const index = account.group({ id, name: own, info });
      for await (const entry of added.streamNumbers(id)) await account.number(index, entry);
    }
  } finally {
    added.close();
  }
}

const NO_GROUP = { id: 0, name: '', info: '' };

function formatOf(first: string): ReadFormat | undefined {
  if (/^\s*\{/.test(first)) return 'jsonl';
  return /^\s*BEGIN:VCARD\s*$/i.test(first) ? 'vcard' : undefined;
}

function checkSource(value: Source, place: string): Source {
  if (typeof value === 'string') return path.resolve(checkFilled(value, place));
  const isReadable = typeof value === 'object' && value !== null && typeof value[Symbol.asyncIterator] === 'function';
  return isReadable ? value : invalid(place, 'must be a path or an iterable of pieces');
}

const MAX_HEAD = 65_536;

type Piece = Uint8Array | string;

/** Reads the first line of a file before the file itself is read. */
class FileHead {
  readonly #reader: AsyncIterator<Piece>;
  readonly #seen: Piece[] = [];

  constructor(file: AsyncIterable<Piece>) {
    this.#reader = file[Symbol.asyncIterator]();
  }

  /** Returns the first line without a byte order mark; at most {@link MAX_HEAD} bytes of it. */
  async line(): Promise<string> {
    for (let read = 0, isComplete = false; !isComplete && read < MAX_HEAD; ) {
      const next = await this.#reader.next();
      if (next.done === true) break;
      this.#seen.push(next.value);
      read += next.value.length;
      isComplete = Buffer.from(next.value as Uint8Array).includes('\n');
    }
    const text = Buffer.concat(this.#seen.map((piece) => Buffer.from(piece as Uint8Array))).toString('utf8');
    return text.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '';
  }

  async *pieces(): AsyncGenerator<Piece, void, undefined> {
    yield* this.#seen;
    for (let next = await this.#reader.next(); next.done !== true; next = await this.#reader.next()) yield next.value;
  }

  async close(): Promise<void> {
    await this.#reader.return?.();
  }
}
