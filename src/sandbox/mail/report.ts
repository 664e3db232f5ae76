import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { defaultSender } from '../../domain/sending/senders.js';
import type { SendReceipt } from '../gateway/operations/sending/accept.js';
import type { RejectedNumber } from '../gateway/refusal/refusal.js';

/** A sender name that a line of a report can hold. */
const SENDER = /^[A-Za-z\d. -]{1,11}$/;

/** The report of a send: a line for each message, and for each number that was skipped. */
export function reportOf({ messages, fallbacks, invalidNumbers }: SendReceipt, sender: string): string {
  const name = shownSender(sender);
  return [
    ...[...messages, ...fallbacks].map(({ number, id, points }) => `${name}:${number}:OK:${id}:${points}`),
    ...invalidNumbers.map(({ number, code }) => errorLine(name, number, code)),
  ].join('\n');
}

/** The report of a send that was refused: a line for each number, or one without any. */
export function refusalReport(
  code: number,
  sender: string,
  to: readonly string[],
  numbers: readonly RejectedNumber[],
): string {
  const name = shownSender(sender);
  if (numbers.length > 0) return numbers.map((one) => errorLine(name, one.number, one.code)).join('\n');
  const submitted = new Set(to.slice(0, MAX_LINES).map(digitsOf));
  return [...submitted].map((number) => errorLine(name, number, code)).join('\n');
}

/** The name that a send of a mail goes by where it names none, or the gateway does not know whose it is. */
export function senderName(from: string | undefined, variant: InterfaceVariant | undefined): string {
  return from === undefined || from === '' ? defaultSender(variant) : from;
}

function errorLine(sender: string, number: string, code: number): string {
  return `${sender}:${digitsOf(number)}:ERROR:${code}`;
}

/** What was submitted as a number can be anything; a line holds no more of it than its digits. */
function digitsOf(number: string): string {
  return number.replace(/\D/g, '').slice(0, MAX_DIGITS);
}

const MAX_DIGITS = 20;

/** Of numbers that were all refused no more are told. */
const MAX_LINES = 20_000;

/** A name that no line can hold is left out. */
function shownSender(sender: string): string {
  return SENDER.test(sender) ? sender : '';
}
