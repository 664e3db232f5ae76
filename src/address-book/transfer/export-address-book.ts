import { type OptionsOf, readOptions, withDefault } from '../../options/table.js';
import { checkReader, groupsOf, ReadCounter, type ReadingClient } from '../accounts/account.js';
import { READING } from '../accounts/options.js';
import { writeRecords } from '../formats/files.js';
import { checkWriteFormat, WRITE_OPTIONS } from '../formats/records/format-options.js';
import type { AddressBookRecord } from '../formats/records/records.js';
import { selectedSide } from '../selection/selection.js';
import { plannedSelection, SELECTION } from '../selection/selection-options.js';

const OPTIONS = {
  /** Default: `'jsonl'`. */
  format: withDefault('jsonl', checkWriteFormat),
  ...WRITE_OPTIONS,
  ...SELECTION,
  ...READING,
};

/** Options of {@link exportAddressBook}. */
export interface ExportAddressBookOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Exports the groups and numbers of an account as a file, piece by piece. Memory does not grow with them.
 *
 * @throws ValidationError immediately if an argument is invalid
 * @throws SmsServiceError while it is read, if the account cannot be read
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
  options: ExportAddressBookOptions = {},
): AsyncIterable<string> {
  const { format, signal, onProgress, bom, delimiter, ...selecting } = readOptions(options, OPTIONS);
  const side = selectedSide(checkReader(client, 'client'), plannedSelection(selecting), true);
  return writeRecords(recordsOf(side, signal, onProgress), format, { bom, delimiter });
}

async function* recordsOf(
  client: ReadingClient,
  signal: AbortSignal | undefined,
  onProgress: ExportAddressBookOptions['onProgress'],
): AsyncGenerator<AddressBookRecord, void, undefined> {
  const call = { signal };
  const read = new ReadCounter(onProgress);
  for (const { id, name, info } of await groupsOf(client, call)) {
    read.group();
    yield { kind: 'group', id, name, info };
    for await (const contact of client.streamNumbers(id, call)) {
      read.number();
      yield { kind: 'number', groupId: id, group: name, number: contact.number, name: contact.name };
    }
  }
}
