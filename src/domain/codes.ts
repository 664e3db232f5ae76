/** The `result` that means success (docs/gateway.md section 4.10). */
export const SUCCESS = 0;

/**
 * The gateway codes that the client checks for before sending and the embedded gateway refuses with, by what they say.
 * Specification section 7 has 11, 12, 13, 18, 53, 54, 103 and 105; the others come from public clients of the gateway
 * family. `gatewayError` tells the meaning of all known codes for a caller.
 */
export const CODES = {
  textNotAccepted: 11,
  tooManyParts: 12,
  noCorrectNumber: 13,
  senderNotAccepted: 14,
  wrongCount: 18,
  tooManyMessages: 19,
  idxNotAccepted: 27,
  notHexadecimal: 30,
  noGroup: 40,
  tooFarAhead: 50,
  idxUsed: 53,
  dateNotCorrect: 54,
  nothingScheduled: 75,
  wrongCredentials: 101,
  notEnoughPoints: 103,
  addressNotAllowed: 105,
  unknownId: 301,
  valueExists: 409,
  groupExists: 4116,
  noContact: 4200,
} as const;
