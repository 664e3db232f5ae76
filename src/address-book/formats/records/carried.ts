import { invalid } from '../../../options/check.js';
import type { AddressBookRecord, NotWritten } from './records.js';

/** What a file can carry. */
export interface Carrier {
  /** The part of a text that it can; the whole text where it can all of it. */
  readonly carry: (text: string) => string;
  /** False where it has groups by their names only, and only those that a number names. */
  readonly hasGroups: boolean;
}

/** Takes what a file does not have, or not as it is. */
export type Tell = (what: NotWritten) => void;

/** Tells what is not written. Without anybody who takes it the first ends the writing. */
export function tellingOf(onNotWritten: Tell | undefined): (record: number) => Tell {
  return (record) => (what) => {
    if (onNotWritten === undefined) invalid(`record ${record}`, `has what the file cannot: ${WHY[what.kind]}`);
    onNotWritten(what);
  };
}

const WHY: Readonly<Record<NotWritten['kind'], string>> = {
  group: 'a group by itself; the option onNotWritten takes what is left out',
  info: 'the info of a group; the option onNotWritten takes what is left out',
  text: 'characters of a name or an info; the option onNotWritten takes what is left out',
  number: 'characters of a number; the option onNotWritten takes what is left out',
};

/** The records as a file can carry them; what it cannot is told. */
export async function* carried(
  records: AsyncIterable<AddressBookRecord>,
  { carry, hasGroups }: Carrier,
  telling: (record: number) => Tell,
): AsyncGenerator<AddressBookRecord> {
  const groups = new GroupsByName();
  /** The names of groups that are written otherwise. */
  const changed = new Set<string>();
  let count = 0;
  for await (const record of records) {
    count += 1;
    const tell = telling(count);
    const of = record.kind === 'group' ? record.name : record.group;
    if (carry(of) !== of && !changed.has(of)) {
      changed.add(of);
      tell({ kind: 'text', group: of });
    }
    if (record.kind === 'group') {
      const { name, info } = record;
      const written = { ...record, name: carry(name), info: carry(info) };
      if (!hasGroups) {
        if (info !== '') tell({ kind: 'info', group: name, info });
        if (!groups.add(written.name)) tell({ kind: 'group', group: name });
      } else if (written.info !== info) tell({ kind: 'text', group: name, info });
      yield written;
      continue;
    }
    const { group, number, name } = record;
    // A number without some of its characters would be another one.
    if (carry(number) !== number) {
      tell({ kind: 'number', group, number, name });
      continue;
    }
    const written = { ...record, group: carry(group), name: carry(name) };
    if (written.name !== name) tell({ kind: 'text', group, number, name });
    groups.fill(written.group);
    yield written;
  }
  if (hasGroups) return;
  for (const name of groups.empty()) telling(count)({ kind: 'group', group: name });
}

/** The groups of a file that has them by their names. */
class GroupsByName {
  readonly #filled = new Map<string, boolean>();

  /** @returns false where there is one of this name already */
  add(name: string): boolean {
    const isNew = !this.#filled.has(name);
    if (isNew) this.#filled.set(name, false);
    return isNew;
  }

  fill(name: string): void {
    this.#filled.set(name, true);
  }

  /** Those that no number names, and the one that has no name. */
  empty(): readonly string[] {
    return [...this.#filled].flatMap(([name, isFilled]) => (isFilled && name !== '' ? [] : [name]));
  }
}
