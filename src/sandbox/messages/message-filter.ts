import { text } from '../../domain/check-values.js';
import { internationalNumber } from '../../domain/phone-number.js';
import { checkFilled, checkFunction, checkString, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional } from '../../options/table.js';
import type { SandboxInterface } from '../interfaces/gateway-interface.js';
import { type MessageView, viewOfMessage } from '../views/account-view.js';
import type { LoggedMessage } from './message-log.js';

export const MESSAGE_FILTER = {
  /**
   * A cursor: only messages accepted after it match. Default: messages since the start or the last `reset()`, if they
   * are kept.
   */
  after: optional((cursor: number, path: string) =>
    Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : invalid(path, 'is not a cursor: cursor() gives one'),
  ),
  /** The username of the sending account. Default: all. */
  username: optional(checkFilled),
  /** A token of the sending account. The account may be created later. Default: all. */
  token: optional(checkFilled),
  /** The recipient's number, in any format. Default: all. */
  to: optional(phoneNumber),
  /** The sender name. Default: all. */
  from: optional(text),
  /** Default: all. */
  kind: optional(oneOf('sms', 'mms', 'vms')),
  /** The complete text, or a regular expression that matches part of it. Default: all. */
  text: optional((given: string | RegExp, path: string) =>
    given instanceof RegExp ? given : checkString(given, path),
  ),
  /** The caller's own value. Default: all. */
  idx: optional(text),
  /** Returns true if a message matches. It is called only for messages that meet all other conditions. Default: all. */
  where: optional<(message: SandboxMessage) => boolean>(checkFunction),
};

/** Selects messages. A message must meet all conditions. */
export interface SandboxMessageFilter extends OptionsOf<typeof MESSAGE_FILTER> {}

/** The same, checked. */
export type GivenFilter = OptionValues<typeof MESSAGE_FILTER>;

type Part = 'to' | 'from' | 'kind' | 'text' | 'idx' | 'where';

export function misfits(message: SandboxMessage, filter: GivenFilter): readonly Part[] {
  const others: Part[] = (['to', 'from', 'kind', 'idx'] as const).filter(
    (name) => filter[name] !== undefined && filter[name] !== message[name],
  );
  if (!fitsText(message.message, filter.text)) others.push('text');
  // Call `where` only if the other conditions are met, so that it can rely on them.
  if (others.length === 0 && filter.where?.(message) === false) others.push('where');
  return others;
}

function fitsText(given: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  // `search` ignores the `lastIndex` of the expression.
  return typeof wanted === 'string' ? given === wanted : given.search(wanted) !== -1;
}

function phoneNumber(value: string, path: string): string {
  return internationalNumber(checkString(value, path)) ?? invalid(path, 'is not a correct number');
}

/** An accepted message with its state at one time. */
export interface SandboxMessage extends MessageView {
  /** The username of the sending account. */
  readonly username: string;
  /** The interface that received it. */
  readonly interface: SandboxInterface;
  /** The operation that sent it: `soap_SendSms` as in the WSDL, `sms.do` over HTTP, `mail`. */
  readonly operation: string;
  /** The cursor after this message. Pass it as `after` to get later messages. */
  readonly cursor: number;
}

/** Returns a message with its state at a time. @param interfaceOf - returns the interface of an operation */
export function viewOfLogged(
  { cursor, username, message }: LoggedMessage,
  interfaceOf: (operation: string) => SandboxInterface,
  nowMs: number,
): SandboxMessage {
  const { operation } = message;
  return { ...viewOfMessage(message, nowMs), username, interface: interfaceOf(operation), operation, cursor };
}
