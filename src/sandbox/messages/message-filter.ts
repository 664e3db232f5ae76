import { text } from '../../domain/check-values.js';
import { internationalNumber } from '../../domain/phone-number.js';
import { checkFilled, checkFunction, checkString, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional } from '../../options/table.js';
import type { SandboxMessage } from './sandbox-message.js';

export const MESSAGE_FILTER = {
  /**
   * A cursor: the messages that were accepted behind it. Default: those since the start, or since the last `reset()`,
   * as far as they are kept.
   */
  after: optional((cursor: number, path: string) =>
    Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : invalid(path, 'is not a cursor: cursor() gives one'),
  ),
  /** The account that has sent it, by its username. Default: all. */
  username: optional(checkFilled),
  /** The account that has sent it, by one of its tokens; it may be made later. Default: all. */
  token: optional(checkFilled),
  /** The recipient's number, in whatever spelling. Default: all. */
  to: optional(phoneNumber),
  /** The sender name. Default: all. */
  from: optional(text),
  /** Default: all. */
  kind: optional(oneOf('sms', 'mms', 'vms')),
  /** The whole text, or an expression that fits somewhere in it. Default: all. */
  text: optional((given: string | RegExp, path: string) =>
    given instanceof RegExp ? given : checkString(given, path),
  ),
  /** The caller's own value. Default: all. */
  idx: optional(text),
  /** Tells of each message that fits otherwise whether it is one. Default: it is. */
  where: optional<(message: SandboxMessage) => boolean>(checkFunction),
};

/** The messages that are asked for: those that fit all that is given. */
export interface SandboxMessageFilter extends OptionsOf<typeof MESSAGE_FILTER> {}

/** The same, checked. */
export type GivenFilter = OptionValues<typeof MESSAGE_FILTER>;

type Part = 'to' | 'from' | 'kind' | 'text' | 'idx' | 'where';

/** What does not fit, of a message of the account that is asked for. */
export function misfits(message: SandboxMessage, filter: GivenFilter): readonly Part[] {
  const others: Part[] = (['to', 'from', 'kind', 'idx'] as const).filter(
    (name) => filter[name] !== undefined && filter[name] !== message[name],
  );
  if (!fitsText(message.message, filter.text)) others.push('text');
  // It is asked about nothing else, so that it may rely on the rest.
  if (others.length === 0 && filter.where?.(message) === false) others.push('where');
  return others;
}

function fitsText(given: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  // `search` knows no place at which an expression stopped the last time.
  return typeof wanted === 'string' ? given === wanted : given.search(wanted) !== -1;
}

function phoneNumber(value: string, path: string): string {
  return internationalNumber(checkString(value, path)) ?? invalid(path, 'is not a correct number');
}
