import { ValidationError } from '../errors/errors.js';
import type { KnownNames } from '../errors/options.js';
import { refuse } from './check.js';
import { monthsAfter } from './schedule.js';
import type { OutgoingMulti, OutgoingSms, OutgoingSmsExt, ValidationRules } from './types.js';

/** All rules, switched on: also the names that the option may have. */
export const ALL_RULES: KnownNames<ValidationRules> = {
  senderLength: true,
  idx: true,
  scheduleHorizon: true,
  binaryHex: true,
  perRecipientCount: true,
  personalisedLimit: true,
};

const NONE: ValidationRules = {
  senderLength: false,
  idx: false,
  scheduleHorizon: false,
  binaryHex: false,
  perRecipientCount: false,
  personalisedLimit: false,
};

/** The rules that an option leaves switched on. */
export function activeRules(option: boolean | Partial<ValidationRules> | undefined): ValidationRules {
  if (option === false) return NONE;
  return option === undefined || option === true ? ALL_RULES : { ...ALL_RULES, ...option };
}

/** What the rules need to know. */
export interface RuleContext {
  readonly operation: string;
  readonly rules: ValidationRules;
  readonly now: () => Date;
}

const MAX_SENDER = 11;
const MAX_PERSONALISED = 100;
const IDX = /^[0-9a-z]{0,255}$/i;
const HEX = /^(?:[0-9a-f]{2})+$/i;

/** The caller's clock, which may be wrong: a rule that compares with nothing would pass everything. */
function currentTime(now: () => Date, operation: string): number {
  let current: number;
  try {
    const given: unknown = now();
    current = given instanceof Date ? given.getTime() : Number.NaN;
  } catch (cause) {
    throw new ValidationError('now', 'failed', { operation, cause });
  }
  return Number.isNaN(current) ? refuse({ operation, path: 'now' }, 'gave no valid Date') : current;
}

/** Checks what all ways to send have in common (specification section 8). */
function checkCommon(sms: OutgoingSms | OutgoingMulti, { operation, rules, now }: RuleContext): void {
  const { from, date, message, datacoding } = sms;
  if (rules.senderLength && from !== undefined && [...from].length > MAX_SENDER) {
    refuse({ operation, path: 'from' }, `has more than ${MAX_SENDER} characters`, 14);
  }
  if (rules.scheduleHorizon && date !== undefined && date.getTime() > monthsAfter(currentTime(now, operation), 3)) {
    refuse({ operation, path: 'date' }, 'is more than 3 months ahead', 50);
  }
  if (rules.binaryHex && datacoding === 'bin' && !HEX.test(message)) {
    refuse({ operation, path: 'message' }, "is not a hex string, which datacoding 'bin' needs", 30);
  }
}

/** Checks one message to one recipient. */
export function checkSms(sms: OutgoingSmsExt, context: RuleContext): void {
  const { operation, rules } = context;
  checkCommon(sms, context);
  if (rules.idx && sms.idx !== undefined) checkIdx(sms.idx, 'idx', operation);
  if (rules.binaryHex && sms.datacoding === 'bin' && sms.udh !== undefined && !HEX.test(sms.udh)) {
    refuse({ operation, path: 'udh' }, "is not a hex string, which datacoding 'bin' needs", 30);
  }
}

/** Checks one message to many recipients. */
export function checkMulti(sms: OutgoingMulti, context: RuleContext): void {
  const { operation, rules } = context;
  const { to, params, idx } = sms;
  checkCommon(sms, context);
  if (rules.idx) idx?.forEach((value, index) => checkIdx(value, `idx[${index}]`, operation));
  for (const [path, values] of [['params', params] as const, ['idx', idx] as const]) {
    if (rules.perRecipientCount && values !== undefined && values.length > 0 && values.length !== to.length) {
      refuse({ operation, path }, `has ${values.length} entries for ${to.length} recipients`, 18);
    }
  }
  if (rules.personalisedLimit && params !== undefined && params.length > MAX_PERSONALISED) {
    refuse({ operation, path: 'params' }, `personalises more than ${MAX_PERSONALISED} messages in a call`, 19);
  }
}

function checkIdx(idx: string, path: string, operation: string): void {
  if (!IDX.test(idx)) {
    refuse({ operation, path }, 'is not made of at most 255 digits and letters a–z', 27);
  }
}
