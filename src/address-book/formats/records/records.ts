/** A record of an address book file, which holds groups, each before its numbers, and numbers. */
export type AddressBookRecord = GroupRecord | NumberRecord;

export interface GroupRecord {
  readonly kind: 'group';
  /** Its id in the account that was exported. */
  readonly id?: number;
  readonly name: string;
  readonly info: string;
}

export interface NumberRecord {
  readonly kind: 'number';
  readonly groupId?: number;
  /** The name of its group. */
  readonly group: string;
  /** As it was written: nothing is taken from it or put before it. */
  readonly number: string;
  /** Whose it is; empty where that is not known. */
  readonly name: string;
}

export type WriteFormat = 'jsonl' | 'csv' | 'vcard';

export type ReadFormat = 'jsonl' | 'csv' | 'vcard';

/** The character between the cells of a CSV file. */
export type CsvDelimiter = ',' | ';' | '\t';

/** A row of a file that was not taken. */
export interface Reject {
  /** The line at which it begins, from 1; for a number of a card that is not taken, the line of that. */
  readonly line: number;
  /** It quotes nothing of the row. */
  readonly reason: string;
  /**
   * The row as it stands in the file, without its last line break; of one that is too long the beginning. It can hold
   * names and telephone numbers.
   */
  readonly text: string;
}

/** Something that a file does not have, or not as it is: its format or its encoding cannot carry it. */
export interface NotWritten {
  /**
   * `'group'`: a group that is in the file no more than by its numbers: one without any, without a name, or of a name
   * that another one has. `'info'`: the info of a group. `'text'`: some characters of a name or an info, which are left
   * out. `'number'`: an entry whose number has such characters, which is left out.
   */
  readonly kind: 'group' | 'info' | 'text' | 'number';
  /** The name of the group. */
  readonly group: string;
  readonly info?: string | undefined;
  readonly number?: string | undefined;
  /** The name of that number. */
  readonly name?: string | undefined;
}
