import { CODES } from '../../../domain/codes.js';
import { hasAssignedPrefix, internationalNumber, isLandline, isPolish } from '../../../domain/phone-number.js';
import { isIdx } from '../../../domain/sending/limits.js';
import type { AuthorizedCall } from '../call.js';
import type { Account } from '../store/account.js';
import type { Contact } from '../store/groups.js';
import { type RejectedNumber, refuse } from '../store/refusal.js';
import type { CommonOrder, ParamRow } from './orders.js';

export interface Recipient {
  /** The number with its country prefix, digits only. */
  readonly to: string;
  readonly submittedTo: string;
  readonly idx: string;
  readonly row: ParamRow | undefined;
  readonly contact: Contact | undefined;
}

export interface Addressees {
  readonly recipients: readonly Recipient[];
  readonly rejected: readonly RejectedNumber[];
}

export interface AddressedOrder extends Pick<CommonOrder, 'to' | 'group' | 'idx'> {
  readonly params?: readonly ParamRow[] | undefined;
  readonly skipForeign?: boolean | undefined;
  readonly skipGsm?: boolean | undefined;
  readonly allowDuplicates?: boolean | undefined;
}

export type Submitted = Omit<Recipient, 'to'>;

/** The maximum number of submitted numbers. The specification recommends at most 10,000 per call (section 8). */
const MAX_SUBMITTED = 1_000_000;

/**
 * Lists the submitted numbers of an order, including those of its group. Checks the number of idx values and params:
 * the caller does not know the numbers of a group, so a send to a group has no params and one idx for all.
 *
 * @throws Refusal 19 for more than a million numbers, 18 for counts that differ, 27 for an invalid idx, 40 for an
 *   unknown group, 41 for an empty one, 93 for params with a group
 */
export function submittedNumbers(
  { to, group, params = [], idx = [] }: AddressedOrder,
  { account }: AuthorizedCall,
): readonly Submitted[] {
  if (to.length > MAX_SUBMITTED) refuse(CODES.tooManyMessages);
  const hasGroup = group !== undefined && group !== '';
  if (hasGroup && params.length > 0) refuse(CODES.paramsWithGroup);
  const [shared = ''] = hasGroup && to.length === 0 ? idx : [];
  const counted = shared === '' ? to.length : 1;
  if (params.length > 0 && params.length !== to.length) refuse(CODES.wrongCount);
  if (idx.length > 0 && idx.length !== counted) refuse(CODES.wrongCount);
  if (!idx.every(isIdx)) refuse(CODES.idxNotAccepted);
  const submitted = to.map(
    (submittedTo, index): Submitted => ({
      submittedTo,
      idx: idx[index] ?? '',
      row: params[index],
      contact: undefined,
    }),
  );
  if (!hasGroup) return submitted;
  const contacts = account.groupToSendTo(group).contacts();
  if (contacts.length === 0) refuse(CODES.groupIsEmpty);
  return [
    ...submitted,
    ...contacts.map((contact) => ({ submittedTo: contact.number, idx: shared, row: undefined, contact })),
  ];
}

/**
 * The reasons to skip a number. If all numbers of a send are skipped for the same reason, the send is refused with its
 * code.
 */
const REASONS = {
  [CODES.noCorrectNumber]: 'Invalid phone number',
  [CODES.foreignNumber]: 'Foreign number',
  [CODES.noLandline]: 'Not a landline number',
  [CODES.optedOut]: 'Number is on the opt-out list',
} as const;

type Reason = keyof typeof REASONS;

/**
 * Finds the recipients. Invalid numbers and unassigned prefixes are skipped. Without `allowDuplicates`, a repeated
 * number gets one message, with the params and the idx of its first occurrence (specification section 4.1, rules 3 to
 * 5).
 *
 * @throws Refusal 19 for more skipped numbers than a response lists; 13 if there is no recipient; 32, 55 or 59 if all
 *   numbers were skipped because they are foreign, not landlines, or on the opt-out list
 */
export function addresseesOf(
  submitted: readonly Submitted[],
  order: AddressedOrder,
  { account }: AuthorizedCall,
): Addressees {
  const recipients: Recipient[] = [];
  const rejected: RejectedNumber[] = [];
  const reasons = new Set<Reason>();
  const seen = new Set<string>();
  for (const each of submitted) {
    const { submittedTo, idx, row, contact } = each;
    const number = internationalNumber(submittedTo);
    const reason = reasonToSkip(number, each, order, account);
    if (number === undefined || reason !== undefined) {
      const code = reason ?? CODES.noCorrectNumber;
      reasons.add(code);
      if (rejected.length === MAX_REJECTED) refuse(CODES.tooManyMessages);
      const digits = number ?? digitsOf(submittedTo);
      rejected.push({ number: digits, submittedNumber: submittedTo, code, message: REASONS[code] });
      continue;
    }
    if (seen.has(number) && !order.allowDuplicates) continue;
    seen.add(number);
    recipients.push({ to: number, submittedTo, idx, row, contact });
  }
  if (recipients.length > 0) return { recipients, rejected };
  const [only = CODES.noCorrectNumber, ...others] = reasons;
  return refuse(others.length === 0 ? only : CODES.noCorrectNumber, rejected);
}

function reasonToSkip(
  number: string | undefined,
  { contact }: Submitted,
  { skipForeign, skipGsm }: Omit<AddressedOrder, 'to'>,
  account: Account,
): Reason | undefined {
  if (number === undefined || !hasAssignedPrefix(number)) return CODES.noCorrectNumber;
  if (skipForeign && !isPolish(number)) return CODES.foreignNumber;
  if (skipGsm && !isLandline(number)) return CODES.noLandline;
  // "Excluded from later campaigns" (section 3) applies to sends to groups.
  return contact !== undefined && account.hasOptedOut(number) ? CODES.optedOut : undefined;
}

/** The maximum number of skipped numbers of a send: a single comma is one, and takes 70 characters in the response. */
const MAX_REJECTED = 20_000;

const MAX_SHOWN = 64;

function digitsOf(text: string): string {
  return text.slice(0, MAX_SHOWN).replace(/\D/g, '');
}
