import { CODES, SUCCESS } from '../../../domain/codes.js';

/**
 * Codes of this gateway alone, from the range for contacts (docs/errors.md), because no source names any for what they
 * say.
 */
export const OWN_CODES = { groupNeedsName: 4110, nameNotAccepted: 4111, tooManyEntries: 4112 } as const;

type ValueOf<T> = T[keyof T];

/** A code that the gateway refuses requests with. */
export type RefusalCode = ValueOf<typeof CODES> | ValueOf<typeof OWN_CODES>;

/** The codes in the gateway's own words. */
const DESCRIPTIONS: Readonly<Record<RefusalCode, string>> = {
  [CODES.textNotAccepted]: 'Message is empty or has characters that may not be sent',
  [CODES.tooManyParts]: 'Message has too many parts',
  [CODES.noCorrectNumber]: 'No correct phone numbers',
  [CODES.senderNotAccepted]: 'Sender name is not accepted',
  [CODES.wrongCount]: 'Number of params differs from the number of recipients',
  [CODES.tooManyMessages]: 'Too many messages in one call',
  [CODES.idxNotAccepted]: 'Idx is not made of at most 255 digits and letters',
  [CODES.notHexadecimal]: 'Binary message needs a hexadecimal text and UDH',
  [CODES.noGroup]: 'No such group',
  [CODES.tooFarAhead]: 'Date is more than 3 months ahead',
  [CODES.idxUsed]: 'Idx was already used',
  [CODES.dateNotCorrect]: 'Date is not correct',
  [CODES.nothingScheduled]: 'Nothing scheduled to delete',
  [CODES.wrongCredentials]: 'Authorization failed',
  [CODES.notEnoughPoints]: 'Not enough points',
  [CODES.addressNotAllowed]: 'Address is not in the IP filter',
  [CODES.unknownId]: 'Unknown id',
  [CODES.valueExists]: 'Value already exists',
  [OWN_CODES.groupNeedsName]: 'Group needs a name',
  [OWN_CODES.nameNotAccepted]: 'Name or info is too long or has characters that XML cannot carry',
  [OWN_CODES.tooManyEntries]: 'Too many entries for one response',
  [CODES.groupExists]: 'Group already exists',
  [CODES.noContact]: 'No such number in the group',
};

/** The words that go with a code: `OK` for 0, a neutral text for a code that the gateway itself never uses. */
export function descriptionOf(result: number): string {
  if (result === SUCCESS) return 'OK';
  return Object.hasOwn(DESCRIPTIONS, result) ? DESCRIPTIONS[result as RefusalCode] : `Error ${result}`;
}

/** Ends an operation with a code other than 0. Nothing has been changed when it is thrown. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly result: RefusalCode;

  constructor(result: RefusalCode) {
    super(descriptionOf(result));
    this.result = result;
  }
}
