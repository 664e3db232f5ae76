import { checkFunction, optional } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { writeRecords } from '../formats/files.js';
import type { AddressBookRecord, WriteFormat } from '../formats/records.js';
import { groupsOf, type ReadingClient, type ReadProgress, readingClient } from '../sides/account.js';

/** Options of {@link exportAddressBook}. */
export interface ExportOptions {
  /** Default: `'jsonl'`. */
  readonly format?: WriteFormat | undefined;
  /** CSV: whether the file begins with a byte order mark, for spreadsheets. Default: false. */
  readonly bom?: boolean | undefined;
  /** CSV: what stands between cells. Default: `,`. */
  readonly delimiter?: ',' | ';' | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of how much was read. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

const KNOWN: KnownNames<ExportOptions> = { format: true, bom: true, delimiter: true, signal: true, onProgress: true };

/**
 * Writes the groups and numbers of an account, piece by piece as they are read: in memory that does not grow with them.
 *
 * @throws ValidationError at once when an argument is not usable
 * @throws SmsServiceError while it is read, when the account cannot be
 */
export function exportAddressBook(client: ReadingClient, options: ExportOptions = {}): AsyncIterable<string> {
  const { format = 'jsonl', bom, delimiter, signal, onProgress } = readOptions(options, KNOWN);
  optional(onProgress, checkFunction, 'onProgress');
  const records = recordsOf(readingClient(client, 'client'), signal, onProgress);
  return writeRecords(records, format, { bom, delimiter });
}

async function* recordsOf(
  client: ReadingClient,
  signal: AbortSignal | undefined,
  onProgress: ExportOptions['onProgress'],
): AsyncGenerator<AddressBookRecord, void, undefined> {
  const call = { signal };
  const read = { groups: 0, numbers: 0 };
  for (const { id, name, info } of await groupsOf(client, call)) {
    read.groups += 1;
    yield { kind: 'group', id, name, info };
    for await (const contact of client.streamNumbers(id, call)) {
      read.numbers += 1;
      onProgress?.({ ...read });
      yield { kind: 'number', groupId: id, group: name, number: contact.number, name: contact.name };
    }
  }
}
