/** A code that the gateway refuses requests with. */
export type RefusalCode =
  | 11
  | 12
  | 13
  | 14
  | 18
  | 19
  | 27
  | 30
  | 40
  | 50
  | 53
  | 54
  | 75
  | 101
  | 103
  | 105
  | 409
  | 4110
  | 4111
  | 4112
  | 4116
  | 4200;

/**
 * The codes in the gateway's own words. Specification section 7 has 11, 12, 13, 18, 53, 54, 103 and 105; the others
 * come from public clients of the gateway family (docs/gateway.md); 4110 to 4112 are this gateway's own choice from the
 * range for contacts, because no source names codes for what they say.
 */
const DESCRIPTIONS: Readonly<Record<RefusalCode, string>> = {
  11: 'Message is empty or has characters that may not be sent',
  12: 'Message has too many parts',
  13: 'No correct phone numbers',
  14: 'Sender name is not accepted',
  18: 'Number of params differs from the number of recipients',
  19: 'Too many messages in one call',
  27: 'Idx is not made of at most 255 digits and letters',
  30: 'Binary message needs a hexadecimal text and UDH',
  40: 'No such group',
  50: 'Date is more than 3 months ahead',
  53: 'Idx was already used',
  54: 'Date is not correct',
  75: 'Nothing scheduled to delete',
  101: 'Authorization failed',
  103: 'Not enough points',
  105: 'Address is not in the IP filter',
  409: 'Value already exists',
  4110: 'Group needs a name',
  4111: 'Name or info is too long or has characters that XML cannot carry',
  4112: 'Too many entries for one response',
  4116: 'Group already exists',
  4200: 'No such number in the group',
};

/** The words that go with a code: `OK` for 0, a neutral text for a code that the gateway itself never uses. */
export function describe(result: number): string {
  if (result === 0) return 'OK';
  return Object.hasOwn(DESCRIPTIONS, result) ? DESCRIPTIONS[result as RefusalCode] : `Error ${result}`;
}

/** Ends an operation with a code other than 0. Nothing has been changed when it is thrown. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly result: RefusalCode;

  constructor(result: RefusalCode) {
    super(describe(result));
    this.result = result;
  }
}
