import { readRecords, writeRecords } from '../../../src/address-book/formats/files.js';
import type {
  ReadRecordsOptions,
  WriteRecordsOptions,
} from '../../../src/address-book/formats/records/format-options.js';
import type {
  AddressBookRecord,
  ReadFormat,
  Reject,
  WriteFormat,
} from '../../../src/address-book/formats/records/records.js';
import { collect } from '../../support/collect.js';

/** The records and the rejected rows of a file. */
export interface ReadFile {
  readonly records: readonly AddressBookRecord[];
  readonly rejects: readonly Reject[];
}

export async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Reads a file. @param file - its text, or its pieces */
export async function read(
  file: string | readonly (string | Uint8Array)[],
  format: ReadFormat,
  options: ReadRecordsOptions = {},
): Promise<ReadFile> {
  const rejects: Reject[] = [];
  const chunks = inTurn(typeof file === 'string' ? [Buffer.from(file, 'utf8')] : file);
  const onReject = (reject: Reject): void => void rejects.push(reject);
  return { records: await collect(readRecords(chunks, format, { onReject, ...options })), rejects };
}

/** Returns the complete text of a file. */
export async function write(
  records: readonly AddressBookRecord[],
  format: WriteFormat,
  options?: WriteRecordsOptions,
): Promise<string> {
  return (await collect(writeRecords(inTurn(records), format, options))).join('');
}
