import { CODES } from '../../../../domain/codes.js';
import { hasAssignedPrefix, isLandline, isPolish } from '../../../../domain/numbering-plan.js';
import { internationalNumber } from '../../../../domain/phone-number.js';
import { isIdx } from '../../../../domain/sending/limits.js';
import { type RejectedNumber, refuse } from '../../refusal/refusal.js';
import type { Account } from '../../store/account.js';
import type { Contact } from '../../store/records/contact.js';
import type { AuthorizedCall } from '../authorized-call.js';
import type { CommonOrder, ParamRow } from './orders.js';

/** A number that a message is sent to. */
export interface Recipient {
  /** The number with its country prefix, digits only. */
  readonly to: string;
  /** The number as it was submitted. */
  readonly submittedTo: string;
  /** Empty where none was given. */
  readonly idx: string;
  readonly row: ParamRow | undefined;
  /** The entry of the group that the number is from. */
  readonly contact: Contact | undefined;
}

/** The recipients of a send, and the numbers that are none. */
export interface Addressees {
  readonly recipients: readonly Recipient[];
  readonly rejected: readonly RejectedNumber[];
}

/** An order, as far as its recipients go. */
export interface AddressedOrder extends Pick<CommonOrder, 'to' | 'group' | 'idx'> {
  readonly params?: readonly ParamRow[] | undefined;
  readonly skipForeign?: boolean | undefined;
  readonly skipGsm?: boolean | undefined;
  readonly allowDuplicates?: boolean | undefined;
}

/** A number of an order as it was submitted. */
export type Submitted = Omit<Recipient, 'to'>;

/** The most numbers that are looked at: 10,000 in a call are recommended as the most (specification section 8). */
const MAX_SUBMITTED = 1_000_000;

/**
 * Lists the numbers that an order was submitted with, those of its group too. Counts are held against them, as they
 * are: of a group none is known to the caller, so that it has no params, and one idx for all.
 *
 * @throws Refusal 19 for more than a million numbers, 18 for counts that differ, 27 for what is no idx, 40 for an
 *   unknown group, 41 for an empty one, 93 for params with a group
 */
export function submittedNumbers(
  { to, group, params = [], idx = [] }: AddressedOrder,
  { account, settings }: AuthorizedCall,
): readonly Submitted[] {
  if (to.length > MAX_SUBMITTED) refuse(CODES.tooManyMessages);
  const hasGroup = group !== undefined && group !== '';
  if (hasGroup && params.length > 0) refuse(CODES.paramsWithGroup);
  const [shared = ''] = hasGroup && to.length === 0 ? idx : [];
  const counted = shared === '' ? to.length : 1;
  if (params.length > 0 && params.length !== to.length) refuse(CODES.wrongCount);
  const isCounted = settings.idxOf === 'submitted' || counted !== to.length;
  if (isCounted && idx.length > 0 && idx.length !== counted) refuse(CODES.wrongCount);
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

/** The reasons for which a number is skipped; a send whose numbers are all skipped for one is refused with its code. */
const REASONS = {
  [CODES.noCorrectNumber]: 'Invalid phone number',
  [CODES.foreignNumber]: 'Foreign number',
  [CODES.noLandline]: 'Not a landline number',
  [CODES.optedOut]: 'Number is on the opt-out list',
} as const;

type Reason = keyof typeof REASONS;

/**
 * Finds the recipients: a number that is not correct, or whose prefix nobody was given, is skipped, and a repeated
 * one is sent to once, with the params and the idx of the first one (specification section 4.1, rules 3 to 5); by
 * `repeatedIdx` with the idx of the last one.
 *
 * @throws Refusal 19 for more skipped numbers than an answer lists, 18 where there is to be one idx for each recipient
 *   and the counts differ; 13 when none is left; 32, 55 or 59 when all were skipped because they are foreign, no
 *   landlines or on the opt-out list
 */
export function addresseesOf(
  submitted: readonly Submitted[],
  order: AddressedOrder,
  { account, settings }: AuthorizedCall,
): Addressees {
  const recipients: Recipient[] = [];
  const rejected: RejectedNumber[] = [];
  const reasons = new Set<Reason>();
  const places = new Map<string, number>();
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
    const place = order.allowDuplicates ? undefined : places.get(number);
    const first = place === undefined ? undefined : recipients[place];
    if (place === undefined || first === undefined) {
      places.set(number, recipients.length);
      recipients.push({ to: number, submittedTo, idx, row, contact });
    } else if (settings.repeatedIdx === 'last' && contact === undefined) {
      recipients[place] = { ...first, idx };
    }
  }
  if (recipients.length > 0) {
    return { recipients: settings.idxOf === 'sent' ? withIdx(recipients, order) : recipients, rejected };
  }
  const [only = CODES.noCorrectNumber, ...others] = reasons;
  return refuse(others.length === 0 ? only : CODES.noCorrectNumber, rejected);
}

/** Gives each recipient that an order names his idx, in their order; those of a group come behind them. */
function withIdx(recipients: readonly Recipient[], { to, idx = [] }: AddressedOrder): readonly Recipient[] {
  if (idx.length === 0 || to.length === 0) return recipients;
  const named = recipients.filter(({ contact }) => contact === undefined).length;
  if (idx.length !== named) refuse(CODES.wrongCount);
  return recipients.map((recipient, index) => ({ ...recipient, idx: idx[index] ?? '' }));
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
  // "Excluded from later campaigns" (section 3): from sends to groups.
  return contact !== undefined && account.hasOptedOut(number) ? CODES.optedOut : undefined;
}

/** The most numbers that are skipped in a send: a comma alone is one, and takes 70 characters in the answer. */
const MAX_REJECTED = 20_000;

/** The most digits that are shown of what is no number. */
const MAX_SHOWN = 64;

function digitsOf(text: string): string {
  return text.slice(0, MAX_SHOWN).replace(/\D/g, '');
}
