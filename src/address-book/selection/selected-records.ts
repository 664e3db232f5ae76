import type { AddressBookRecord } from '../formats/records/records.js';
import { Selection } from './selection.js';
import type { PlannedSelection, SelectionEvent } from './selection-options.js';

/**
 * The records of the groups that are selected, under the names and numbers that they get.
 *
 * @param planned - `undefined` for all of them
 * @throws ValidationError at the end, where `include` fits no group
 */
export async function* selectedRecords(
  records: AsyncIterable<AddressBookRecord>,
  planned: PlannedSelection | undefined,
  tell: (event: SelectionEvent) => void,
): AsyncGenerator<AddressBookRecord, void, undefined> {
  if (planned === undefined) {
    yield* records;
    return;
  }
  const selection = new Selection(planned);
  const names = new Set<string>();
  for await (const record of records) {
    const name = record.kind === 'group' ? record.name : record.group;
    if (record.kind === 'group' && !names.has(name)) {
      names.add(name);
      if (!selection.has(name)) tell({ kind: 'left-out', group: name });
      else if (selection.nameOf(name) !== name) tell({ kind: 'renamed', group: name, as: selection.nameOf(name) });
    }
    if (!selection.has(name)) continue;
    const as = selection.nameOf(name);
    if (record.kind === 'group') yield { ...record, name: as };
    else yield { ...record, group: as, number: numberOf(record.number, name, selection, tell) };
  }
  selection.checkUsed([...names]);
  for (const event of selection.unused([...names])) tell(event);
}

function numberOf(number: string, group: string, selection: Selection, tell: (event: SelectionEvent) => void): string {
  const as = selection.numberOf(number);
  if (as === undefined) tell({ kind: 'not-normalized', group, number });
  else if (as !== number) tell({ kind: 'normalized', group, number, as });
  return as ?? number;
}
