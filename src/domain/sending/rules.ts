import { checkBoolean, checkSwitch, invalid } from '../../options/check.js';
import { type OptionValues, readOptions, withDefault } from '../../options/table.js';
import { CODES } from '../codes.js';
import { BINARY, isHex, isIdx, MAX_LINKED, MAX_MONTHS_AHEAD, MAX_PERSONALISED, MAX_SENDER_LENGTH } from './limits.js';
import { hasShortLink } from './placeholders.js';
import { latestSendMs } from './schedule.js';

const RULE = withDefault(true, checkBoolean);

/** The rules that are checked before sending and can be switched off one by one. */
const RULES = {
  /** `from` has at most 11 characters (section 8; gateway code 14). */
  senderLength: RULE,
  /** `idx` has at most 255 characters, digits and letters a–z (sections 4.1 and 8; gateway code 27). */
  idx: RULE,
  /** `date` is at most 3 months ahead (section 8; gateway code 50). */
  scheduleHorizon: RULE,
  /** With `datacoding: 'bin'`, `message` and `udh` are hex strings (section 4.1; gateway code 30). */
  binaryHex: RULE,
  /** Per-recipient `params` and `idx` are as many as the recipients (section 4.1 rule 5; gateway code 18). */
  perRecipientCount: RULE,
  /** At most 100 personalised messages in a call (section 8; gateway code 19). */
  personalisedLimit: RULE,
  /**
   * At most 100 recipients in a call for a message with a shortened link (sections 4.1 rule 7 and 8; gateway code 19).
   */
  shortLinkLimit: RULE,
};

/** The rules that are checked before sending and can be switched off one by one. */
export interface ValidationRules extends OptionValues<typeof RULES> {}

/** The fields of a message that the rules look at, whatever interface it goes through. */
interface CheckedMessage {
  readonly message: string;
  readonly from?: string | undefined;
  readonly date?: Date | undefined;
  readonly datacoding?: string | undefined;
}

/** The same of a message to one recipient. */
interface CheckedSms extends CheckedMessage {
  readonly idx?: string | undefined;
  readonly udh?: string | undefined;
}

/** The same of a message to many. */
interface CheckedMulti extends CheckedMessage {
  readonly to: readonly string[];
  readonly params?: readonly (readonly string[])[] | undefined;
  readonly idx?: readonly string[] | undefined;
}

/** All rules switched on. */
export const ALL_RULES: ValidationRules = readOptions({}, RULES);

const NO_RULES = Object.fromEntries(Object.keys(RULES).map((name) => [name, false])) as unknown as ValidationRules;

/** Reads which rules an option leaves switched on: all but those that it switches off. */
export function checkRules(validation: boolean | Partial<ValidationRules>, path: string): ValidationRules {
  const given = checkSwitch(validation, path);
  if (typeof given === 'boolean') return given ? ALL_RULES : NO_RULES;
  return readOptions(given, RULES, { path });
}

/** The call that is checked, and the rules that are on. */
export interface RuleContext {
  readonly operation: string;
  readonly rules: ValidationRules;
  readonly now: () => Date;
}

/** Refuses a field for a rule; the words name the rule's section of the specification and the gateway code it saves. */
function breaks(operation: string, path: string, reason: string, section: string, gatewayCode: number): never {
  return invalid(path, `${reason} (${section}; gateway code ${gatewayCode})`, { operation, gatewayCode });
}

/** The caller's clock, which may be wrong: a rule that compares with nothing would pass everything. */
function currentTime(now: () => Date, operation: string): number {
  let current: number;
  try {
    const given: unknown = now();
    current = given instanceof Date ? given.getTime() : Number.NaN;
  } catch (cause) {
    return invalid('now', 'failed', { operation, cause });
  }
  return Number.isNaN(current) ? invalid('now', 'gave no valid Date', { operation }) : current;
}

/** Checks what all three sends have in common (specification sections 4.1 and 8). */
function checkCommon(sms: CheckedMessage, { operation, rules, now }: RuleContext): void {
  const { from, date, message, datacoding } = sms;
  if (rules.senderLength && from !== undefined && [...from].length > MAX_SENDER_LENGTH) {
    breaks(operation, 'from', `has more than ${MAX_SENDER_LENGTH} characters`, 'section 8', CODES.senderNotAccepted);
  }
  if (rules.scheduleHorizon && date !== undefined) {
    // Whole seconds travel.
    const sendAtMs = Math.floor(date.getTime() / 1000) * 1000;
    if (sendAtMs > latestSendMs(currentTime(now, operation))) {
      breaks(operation, 'date', `is more than ${MAX_MONTHS_AHEAD} months ahead`, 'section 8', CODES.tooFarAhead);
    }
  }
  if (rules.binaryHex && datacoding === BINARY) checkHex(message, 'message', operation);
}

/** Bytes as hexadecimal digits, two for each. */
function checkHex(text: string, path: string, operation: string): void {
  if (isHex(text)) return;
  const reason = "is not a hex string (two digits for each byte, at least one byte), which datacoding 'bin' needs";
  breaks(operation, path, reason, 'section 4.1', CODES.notHexadecimal);
}

/** Checks one message to one recipient. */
export function checkSms(sms: CheckedSms, context: RuleContext): void {
  const { operation, rules } = context;
  checkCommon(sms, context);
  if (rules.idx && sms.idx !== undefined) checkIdx(sms.idx, 'idx', operation);
  if (rules.binaryHex && sms.datacoding === BINARY && sms.udh !== undefined) checkHex(sms.udh, 'udh', operation);
}

/** Checks one message to many recipients. */
export function checkMulti(sms: CheckedMulti, context: RuleContext): void {
  const { operation, rules } = context;
  const { to, params, idx } = sms;
  checkCommon(sms, context);
  if (rules.idx) idx?.forEach((value, index) => checkIdx(value, `idx[${index}]`, operation));
  for (const [path, values] of [['params', params] as const, ['idx', idx] as const]) {
    if (rules.perRecipientCount && values !== undefined && values.length > 0 && values.length !== to.length) {
      const reason = `has ${values.length} entries for ${to.length} recipients`;
      breaks(operation, path, reason, 'section 4.1 rule 5', CODES.wrongCount);
    }
  }
  if (rules.personalisedLimit && params !== undefined && params.length > MAX_PERSONALISED) {
    const reason = `personalises ${params.length} messages, and a call may have at most ${MAX_PERSONALISED}`;
    breaks(operation, 'params', reason, 'section 8', CODES.tooManyMessages);
  }
  if (rules.shortLinkLimit && to.length > MAX_LINKED && hasShortLink(sms.message)) {
    const reason = `has ${to.length} recipients, and a message with a shortened link at most ${MAX_LINKED} in a call`;
    breaks(operation, 'to', reason, 'sections 4.1 rule 7 and 8', CODES.tooManyMessages);
  }
}

function checkIdx(idx: string, path: string, operation: string): void {
  if (!isIdx(idx)) {
    breaks(
      operation,
      path,
      'is not made of at most 255 digits and letters a–z',
      'sections 4.1 and 8',
      CODES.idxNotAccepted,
    );
  }
}
