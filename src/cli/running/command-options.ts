import { CommandError } from './failure.js';

/** The options that a command was given. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  /** @param values - by their names in camel case, as the parser gives them */
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

  /** The values of an option that may be given several times. */
  all(flag: string): readonly string[] {
    const values = this.#values[nameOf(flag)];
    return Array.isArray(values) ? values : [];
  }

  /** @throws CommandError when it was not given */
  required(flag: string): string {
    return this.text(flag) ?? refuse(flag, 'is missing');
  }

  /** A number from 0, or from another one. @throws CommandError when it is none */
  whole(flag: string, least: number = 0): number | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : -1;
    return number >= least ? number : refuse(flag, `is not a whole number from ${least}`);
  }

  /** A number above zero. @throws CommandError when it is none */
  positive(flag: string): number | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    const number = /^\d{1,9}(?:\.\d{1,6})?$/.test(value) ? Number(value) : 0;
    return number > 0 ? number : refuse(flag, 'is not a number above zero');
  }

  /** One of some words. @throws CommandError when it is another one */
  oneOf<W extends string>(flag: string, words: readonly W[]): W | undefined {
    const value = this.text(flag);
    if (value === undefined) return undefined;
    return words.find((word) => word === value) ?? refuse(flag, `is none of ${words.join(', ')}`);
  }

  /** Returns the values between the commas. */
  list(flag: string): readonly string[] | undefined {
    return this.text(flag)
      ?.split(',')
      .map((part) => part.trim());
  }

  /** Some of some words, between commas. @throws CommandError when there is another one */
  someOf<W extends string>(flag: string, words: readonly W[]): readonly W[] {
    const parts = this.list(flag) ?? [];
    return parts.map(
      (part) => words.find((word) => word === part) ?? refuse(flag, `may have ${words.join(', ')} and commas`),
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
