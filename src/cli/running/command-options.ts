import { CommandError } from './failure.js';

/** The options that a command was given. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  /** @param values - by their names in camel case, as the parser returns them */
  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(flag: string): boolean {
    return this.#values[nameOf(flag)] === true;
  }

  text(flag: string): string | undefined {
    const value = this.#values[nameOf(flag)];
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the values of an option that can be repeated. */
  all(flag: string): readonly string[] {
    const values = this.#values[nameOf(flag)];
    return Array.isArray(values) ? values : [];
  }

  /** @throws CommandError if it is missing */
  required(flag: string): string {
    return this.text(flag) ?? refuse(flag, 'is missing');
  }

  /** Returns a whole number. @throws CommandError for other values */
  whole(flag: string, least: number = 0): number | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : -1;
    return number >= least ? number : refuse(flag, `must be a whole number from ${least}`);
  }

  /** Returns a number above zero. @throws CommandError for other values */
  positive(flag: string): number | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    const number = /^\d{1,9}(?:\.\d{1,6})?$/.test(value) ? Number(value) : 0;
    return number > 0 ? number : refuse(flag, 'must be a number above zero');
  }

  /** Returns one of some words. @throws CommandError for other values */
  oneOf<W extends string>(flag: string, words: readonly W[]): W | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    return words.find((word) => word === value) ?? refuse(flag, `must be ${words.join(' or ')}`);
  }

  /** Returns the values between commas. */
  list(flag: string): readonly string[] | undefined {
    return this.text(flag)
      ?.split(',')
      .map((part) => part.trim());
  }

  /** Returns some of some words, between commas. @throws CommandError for other values */
  someOf<W extends string>(flag: string, words: readonly W[]): readonly W[] {
    const parts = this.list(flag) ?? [];
    return parts.map(
      (part) => words.find((word) => word === part) ?? refuse(flag, `must be a list of ${words.join(', ')}`),
    );
  }
}

/** @throws CommandError always */
export function refuse(flag: string, reason: string): never {
  throw new CommandError(`${flag} ${reason}`);
}

function nameOf(flag: string): string {
  return flag.replace(/^--/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
