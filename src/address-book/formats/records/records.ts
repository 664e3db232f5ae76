/** A record of an address book file. Each group comes before its numbers. */
export type AddressBookRecord = GroupRecord | NumberRecord;

export interface GroupRecord {
  readonly kind: 'group';
  /** Its id in the exported account. */
  readonly id?: number;
  readonly name: string;
  readonly info: string;
}

interface NumberRecord {
  readonly kind: 'number';
  readonly groupId?: number;
  /** The name of its group. */
  readonly group: string;
  /** In its original spelling. */
  readonly number: string;
  /** The name of the person; empty if it is unknown. */
  readonly name: string;
}

export type WriteFormat = 'jsonl' | 'csv';

export type ReadFormat = WriteFormat | 'vcard';

/** The columns of a CSV file of this library, in this order. */
export const COLUMNS = ['group_id', 'group', 'info', 'number', 'name'] as const;

export type Column = (typeof COLUMNS)[number];

/** The character between the cells of a CSV file. */
export type CsvDelimiter = ',' | ';' | '\t';

/** A row of a file that was rejected. */
export interface Reject {
  /** The line at which it begins, from 1. For a number of a card, the line of the number. */
  readonly line: number;
  /** It contains no data of the row. */
  readonly reason: string;
  /**
   * The row without its last line break, or the beginning of a row that is too long. It can contain names and telephone
   * numbers.
   */
  readonly text: string;
}
