import { CODES } from '../../../domain/codes.js';

/**
 * Codes of this gateway alone, from the ranges for sub-users, sender names and contacts (docs/errors.md), because no
 * source names any for what they say.
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

/** What has no code in the specification (section 7), with the code that the gateway gives it by default. */
export const DEFAULT_CODES = { badRequest: CODES.badRequest, ...OWN_CODES };

/** The code of each. */
export type OwnCodes = Readonly<Record<keyof typeof DEFAULT_CODES, number>>;

const RULES = Object.keys(DEFAULT_CODES) as readonly (keyof OwnCodes)[];

/** Gives the code that is answered for a refusal. */
export function answeredCode(result: number, codes: OwnCodes): number {
  const rule = RULES.find((name) => DEFAULT_CODES[name] === result);
  return rule === undefined ? result : codes[rule];
}
