import { createHash } from 'node:crypto';
import { invalid } from '../../../options/check.js';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,47}$/;

/** Refuses a text that is no plain name of PostgreSQL. */
export function checkName(value: unknown, path: string): string {
  if (typeof value === 'string' && NAME.test(value)) return value;
  return invalid(path, 'is not a name of at most 48 letters, digits and _ that begins with a letter or _');
}

export interface Tables {
  /** Not quoted, for looking it up. */
  readonly schemaName: string;
  readonly schema: string;
  readonly events: string;
  readonly version: string;
  /** What counts the events of the inbox, in the order in which they came. */
  readonly places: string;
  /** The name of an index; an index is in the schema of its table. */
  index(of: string): string;
  /**
   * The number of a lock that holds until the end of a transaction: of all stores of a database, only those with the
   * same tables mean the same by it.
   */
  lockNumber(of: 'event' | 'sequence' | 'migration', id: string): string;
}

/** Names the tables of a store. @param prefix - of their names, which were checked as the schema was */
export function namesOfTables(schemaName: string, prefix: string): Tables {
  const schema = `"${schemaName}"`;
  return {
    schemaName,
    schema,
    events: `${schema}."${prefix}events"`,
    version: `${schema}."${prefix}version"`,
    places: `${schema}."${prefix}events_place"`,
    index: (of) => `"${prefix}events_${of}"`,
    lockNumber(of, id) {
      const digest = createHash('sha256')
        .update(JSON.stringify([schemaName, prefix, of, id]))
        .digest();
      return String(digest.readBigInt64BE());
    },
  };
}
