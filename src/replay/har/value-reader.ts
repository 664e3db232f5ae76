import { ValidationError } from '../../errors/errors.js';
import { labelFault } from './label.js';

/** An object that is not validated yet. */
export type Unread = Readonly<Record<string, unknown>>;

/** Reads values from the content of a file, and reports the position of invalid ones. */
export class ValueReader {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  fail(path: string, reason: string): never {
    throw new ValidationError(path, `${reason} (in the cassette ${this.file})`);
  }

  object(value: unknown, path: string): Unread {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Unread;
    return this.fail(path, 'is not an object');
  }

  list(value: unknown, path: string): readonly unknown[] {
    return Array.isArray(value) ? value : this.fail(path, 'is not a list');
  }

  text(value: unknown, path: string): string {
    return typeof value === 'string' ? value : this.fail(path, 'is not a text');
  }

  label(value: unknown, path: string): string {
    const reason = labelFault(this.text(value, path));
    return reason === undefined ? (value as string) : this.fail(path, reason);
  }

  number(value: unknown, path: string): number {
    const isNumber = typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
    return isNumber ? value : this.fail(path, 'is not a number of 0 or more');
  }

  oneOf<T>(value: unknown, known: readonly T[], path: string): T {
    return known.includes(value as T) ? (value as T) : this.fail(path, `is none of ${known.join(', ')}`);
  }
}
