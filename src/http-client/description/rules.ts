import { CODES } from '../../domain/codes.js';
import { checkSending } from '../../domain/sending/check-sending.js';
import { type InterfaceVariant, MAX_PARTS } from '../../domain/sending/message-parts.js';
import { breaks, RULE, SEND_RULES } from '../../domain/sending/rules.js';
import type { OptionValues } from '../../options/table.js';
import type { MMS_PARAMETERS, VMS_PARAMETERS } from './endpoints/mms-vms.js';
import { type SMS_PARAMETERS, TIME_RESTRICTIONS } from './endpoints/sms.js';
import type { ParameterValues } from './parts/endpoint.js';

/** The rules of an SMS with the parameters of section 4.1, whether they go over HTTP or by mail. */
export const SMS_RULES = {
  ...SEND_RULES,
  /** `maxParts` is at most 10, in the earlier variant 6 (section 4.1; gateway code 12). */
  maxParts: RULE,
  /** `expirationDate` is more than 15 minutes and less than 72 hours after the date (section 4.1; gateway code 56). */
  expirationWindow: RULE,
  /** `timeRestriction` is one of its values (section 4.1; gateway code 28). */
  timeRestriction: RULE,
  /** `fallback` goes with one recipient (section 4.1; the gateway has no code for it). */
  fallbackRecipient: RULE,
};

/** The rules of an SMS with the parameters of section 4.1; each can be switched off. */
export interface SmsRules extends OptionValues<typeof SMS_RULES> {}

interface RuleSettings<Rules> {
  readonly validation: Rules;
  readonly variant: InterfaceVariant;
  readonly now: () => Date;
}

type SmsValues = ParameterValues<typeof SMS_PARAMETERS>;

const MINUTE = 60_000;
const EARLIEST_EXPIRATION = 15 * MINUTE;
const LATEST_EXPIRATION = 72 * 60 * MINUTE;

/**
 * Checks an SMS.
 *
 * @throws ValidationError with the path of the first field that breaks a rule
 */
export function checkSms(order: SmsValues, settings: RuleSettings<SmsRules>, operation: string): void {
  const { validation: rules, variant } = settings;
  checkSending(order, { operation, rules, variant, now: settings.now });
  const { maxParts, timeRestriction, fallback, to } = order;
  if (rules.maxParts && maxParts !== undefined && maxParts > MAX_PARTS[variant]) {
    breaks(operation, 'maxParts', `is more than ${MAX_PARTS[variant]}`, 'section 4.1', CODES.tooManyParts);
  }
  if (rules.timeRestriction && timeRestriction !== undefined && !isTimeRestriction(timeRestriction)) {
    const reason = `must be one of ${TIME_RESTRICTIONS.map((one) => `'${one}'`).join(', ')}`;
    breaks(operation, 'timeRestriction', reason, 'section 4.1', 28);
  }
  if (rules.fallbackRecipient && fallback !== undefined && to?.length !== 1) {
    breaks(operation, 'fallback', 'requires exactly one recipient', 'section 4.1', undefined);
  }
  checkExpiration(order, settings, operation);
}

function isTimeRestriction(text: string): boolean {
  return TIME_RESTRICTIONS.some((known) => known === text);
}

function checkExpiration(
  { date, expirationDate }: SmsValues,
  { validation, now }: RuleSettings<SmsRules>,
  operation: string,
): void {
  if (!validation.expirationWindow || expirationDate === undefined) return;
  const current = now().getTime();
  const sentAt = Math.max(current, date?.getTime() ?? current);
  const after = expirationDate.getTime() - sentAt;
  if (after > EARLIEST_EXPIRATION && after < LATEST_EXPIRATION) return;
  const reason = 'must be more than 15 minutes and less than 72 hours after the date of sending';
  breaks(operation, 'expirationDate', reason, 'section 4.1', 56);
}

export const HTTP_RULES = {
  ...SMS_RULES,
  /** `subject` has at most 30 characters (section 4.2; gateway code 26). */
  mmsSubject: RULE,
  /** `try` is 1 to 6 (section 4.3; the gateway has no code for it). */
  vmsAttempts: RULE,
  /** `interval` is 300 to 7,200 seconds (section 4.3; the gateway has no code for it). */
  vmsInterval: RULE,
  /** At most 20 numbers are looked up in a call (section 4.8; the gateway has no code for it). */
  hlrNumbers: RULE,
};

/** The rules that are checked before sending over HTTP; each can be switched off. */
export interface HttpRules extends OptionValues<typeof HTTP_RULES> {}

type HttpRuleSettings = RuleSettings<HttpRules>;

const MAX_SUBJECT = 30;

/** Checks an MMS. @throws ValidationError with the path of the first field that breaks a rule */
export function checkMms(order: ParameterValues<typeof MMS_PARAMETERS>, settings: HttpRuleSettings): void {
  const operation = 'mms.do';
  const { validation: rules, variant, now } = settings;
  checkSending({ to: order.to, idx: order.idx, date: order.date }, { operation, rules, variant, now });
  if (rules.mmsSubject && [...(order.subject ?? '')].length > MAX_SUBJECT) {
    breaks(operation, 'subject', `has more than ${MAX_SUBJECT} characters`, 'section 4.2', 26);
  }
}

/** Checks a voice message. @throws ValidationError with the path of the first field that breaks a rule */
export function checkVms(order: ParameterValues<typeof VMS_PARAMETERS>, settings: HttpRuleSettings): void {
  const operation = 'vms.do';
  const { validation: rules, variant, now } = settings;
  checkSending({ to: order.to, idx: order.idx, date: order.date }, { operation, rules, variant, now });
  const { try: attempts, interval } = order;
  if (rules.vmsAttempts && attempts !== undefined && (attempts < 1 || attempts > 6)) {
    breaks(operation, 'try', 'must be from 1 to 6', 'section 4.3', undefined);
  }
  if (rules.vmsInterval && interval !== undefined && (interval < 300 || interval > 7200)) {
    breaks(operation, 'interval', 'must be from 300 to 7200 seconds', 'section 4.3', undefined);
  }
}

const MAX_LOOKUPS = 20;

/** Checks a lookup. @throws ValidationError with the path of the first field that breaks a rule */
export function checkLookup(
  order: { readonly numbers?: readonly string[] | undefined; readonly idx?: string | undefined },
  { validation: rules, variant, now }: HttpRuleSettings,
): void {
  const operation = 'hlr.do';
  checkSending({ idx: order.idx }, { operation, rules, variant, now });
  if (rules.hlrNumbers && (order.numbers?.length ?? 0) > MAX_LOOKUPS) {
    breaks(operation, 'numbers', `must have at most ${MAX_LOOKUPS} entries`, 'section 4.8', undefined);
  }
}
