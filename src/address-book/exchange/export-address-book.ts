import { checkFunction } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { writeRecords } from '../formats/files.js';
import { checkFormat, WRITE_OPTIONS } from '../formats/format-options.js';
import type { AddressBookRecord } from '../formats/records/records.js';
import { SIGNAL } from '../options/shared-options.js';
import { selectedSide } from '../selection/selected-side.js';
import { plannedSelection, SELECTION_TOLD } from '../selection/selection-options.js';
import { groupsOf, type ReadingClient, type ReadProgress, readingClient } from '../sides/account.js';

const OPTIONS = {
  /** Default: `'jsonl'`. */
  format: withDefault('jsonl', checkFormat),
  ...WRITE_OPTIONS,
  ...SELECTION_TOLD,
  ...SIGNAL,
  /** Told of how much was read. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

/** Options of {@link exportAddressBook}. */
export interface ExportAddressBookOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Writes the groups and numbers of an account, piece by piece as they are read: in memory that does not grow with them.
 *
 * @throws ValidationError at once when an argument is not usable
 * @throws SmsServiceError while it is read, when the account cannot be; a ValidationError for what the file cannot
 *   carry, without `onNotWritten`
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 *
 * await writeFile('contacts.csv', exportAddressBook(client, { format: 'csv' }), { mode: 0o600 });
 * ```
 */
export function exportAddressBook(
  client: ReadingClient,
  options?: ExportAddressBookOptions & { readonly encoding?: undefined },
): AsyncIterable<string>;
/**
 * The same in an encoding: the pieces are bytes.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 *
 * const pieces = exportAddressBook(client, { format: 'csv', encoding: 'windows-1250', delimiter: ';' });
 * await writeFile('outlook.csv', pieces, { mode: 0o600 });
 * ```
 */
export function exportAddressBook(
  client: ReadingClient,
  options: ExportAddressBookOptions,
): AsyncIterable<string | Uint8Array>;
export function exportAddressBook(
  client: ReadingClient,
  options: ExportAddressBookOptions = {},
): AsyncIterable<string | Uint8Array> {
  const { format, signal, onProgress, onSelection, ...more } = readOptions(options, OPTIONS);
  const { bom, delimiter, encoding, onNotWritten, ...selecting } = more;
  const account = readingClient(client, 'client');
  const side = selectedSide(account, plannedSelection(selecting), onSelection ?? (() => undefined));
  return writeRecords(recordsOf(side, signal, onProgress), format, { bom, delimiter, encoding, onNotWritten });
}

async function* recordsOf(
  client: ReadingClient,
  signal: AbortSignal | undefined,
  onProgress: ExportAddressBookOptions['onProgress'],
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
