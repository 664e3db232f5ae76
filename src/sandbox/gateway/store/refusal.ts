import { CODES, SUCCESS } from '../../../domain/codes.js';

export interface RejectedNumber {
  /** The number with its country prefix, digits only. For an invalid number: the digits that it has. */
  readonly number: string;
  readonly submittedNumber: string;
  /** The code that a send to this number alone would get. */
  readonly code: RefusalCode;
  readonly message: string;
}

/** Ends an operation with a code other than 0. When it is thrown, nothing has been changed. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly result: RefusalCode;
  /** The numbers that codes 13 and 53 list (specification section 7). */
  readonly numbers: readonly RejectedNumber[];

  constructor(result: RefusalCode, numbers: readonly RejectedNumber[] = []) {
    super(descriptionOf(result));
    this.result = result;
    this.numbers = numbers;
  }
}

export function refuse(result: RefusalCode, numbers?: readonly RejectedNumber[]): never {
  throw new Refusal(result, numbers);
}

/**
 * Codes of this gateway only, from the ranges for sub-users, sender names and contacts (docs/gateway-codes.md). The
 * specification defines no codes for these refusals.
 */
export const OWN_CODES = {
  noUser: 1032,
  userNameNotAccepted: 1114,
  passwordNotAccepted: 1123,
  limitNotAccepted: 1131,
  noSender: 2031,
  senderNotActive: 2061,
  groupNeedsName: 4110,
  nameNotAccepted: 4111,
  tooManyEntries: 4112,
} as const;

type ValueOf<T> = T[keyof T];

export type RefusalCode = ValueOf<typeof CODES> | ValueOf<typeof OWN_CODES>;

const DESCRIPTIONS: Readonly<Record<RefusalCode, string>> = {
  [CODES.badRequest]: 'Request has a parameter that is not correct',
  [CODES.textNotAccepted]: 'Message is empty or has characters that may not be sent',
  [CODES.tooManyParts]: 'Message has too many parts',
  [CODES.noCorrectNumber]: 'No correct phone numbers',
  [CODES.senderNotAccepted]: 'Sender name is not accepted',
  [CODES.flashWithSpecial]: 'Flash message has special characters',
  [CODES.wrongCount]: 'Number of params differs from the number of recipients',
  [CODES.tooManyMessages]: 'Too many messages in one call',
  [CODES.mmsTooLarge]: 'MMS is larger than 300 kB',
  [CODES.smilNotAccepted]: 'SMIL is not correct',
  [CODES.fileNotAccepted]: 'File is not a wave file',
  [CODES.normalizeWithBinary]: 'Binary message cannot be normalized',
  [CODES.subjectTooLong]: 'Subject is longer than 30 characters',
  [CODES.idxNotAccepted]: 'Idx must consist of at most 255 digits and letters',
  [CODES.timeRestrictionNotKnown]: 'Time restriction is not known',
  [CODES.notHexadecimal]: 'Binary message needs a hexadecimal text and UDH',
  [CODES.foreignNumber]: 'All numbers are foreign and were skipped',
  [CODES.noGroup]: 'No such group',
  [CODES.groupIsEmpty]: 'Group is empty',
  [CODES.tooFarAhead]: 'Date is more than 3 months ahead',
  [CODES.idxUsed]: 'Idx was already used',
  [CODES.dateNotCorrect]: 'Date is not correct',
  [CODES.noLandline]: 'No landline numbers',
  [CODES.expirationNotAccepted]: 'Expiration is not more than 15 minutes and less than 72 hours after sending',
  [CODES.optedOut]: 'Number is on the opt-out list',
  [CODES.noCodeGroup]: 'No such group of discount codes',
  [CODES.codeGroupEnded]: 'Group of discount codes is not active',
  [CODES.noCodesLeft]: 'All discount codes of the group are used',
  [CODES.tooFewCodes]: 'Fewer discount codes than recipients',
  [CODES.noCodeInText]: 'Message has no token for a discount code',
  [CODES.notifyUrlNotAccepted]: 'Notify url is not correct',
  [CODES.notifyUrlForMany]: 'Notify url requires a single number',
  [CODES.outsideHours]: 'Outside the hours set on the account',
  [CODES.nothingScheduled]: 'Nothing scheduled to delete',
  [CODES.paramsWithGroup]: 'Params cannot be used with a group',
  [CODES.wrongCredentials]: 'Authorization failed',
  [CODES.notEnoughPoints]: 'Not enough points',
  [CODES.noTemplate]: 'No such template',
  [CODES.addressNotAllowed]: 'Address is not in the IP filter',
  [CODES.linkNotAccepted]: 'Target of a shortened link is not correct',
  [CODES.unknownId]: 'Unknown id',
  [CODES.noAccess]: 'Token has no access to this area',
  [CODES.valueExists]: 'Value already exists',
  [CODES.mainUserOnly]: 'Only the main user may do this',
  [CODES.userExists]: 'User already exists',
  [CODES.senderIsDefault]: 'Sender name is the default one already',
  [OWN_CODES.noUser]: 'No such user',
  [OWN_CODES.userNameNotAccepted]: 'User name must consist of 3 to 32 letters, digits and @ - _ +',
  [OWN_CODES.passwordNotAccepted]: 'Password is not an MD5 digest in hexadecimal',
  [OWN_CODES.limitNotAccepted]: 'Limit is not a number of 0 or more',
  [OWN_CODES.noSender]: 'No such sender name',
  [OWN_CODES.senderNotActive]: 'Sender name is not active',
  [OWN_CODES.groupNeedsName]: 'Group needs a name',
  [OWN_CODES.nameNotAccepted]: 'Name or info is too long or has characters that XML does not allow',
  [OWN_CODES.tooManyEntries]: 'Too many entries for one response',
  [CODES.groupExists]: 'Group already exists',
  [CODES.noContact]: 'No such number in the group',
};

/** Returns the description of a code: `OK` for 0, a neutral text for a code that the gateway never uses. */
export function descriptionOf(result: number): string {
  if (result === SUCCESS) return 'OK';
  return Object.hasOwn(DESCRIPTIONS, result) ? DESCRIPTIONS[result as RefusalCode] : `Error ${result}`;
}
