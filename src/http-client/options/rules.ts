import { checkSending } from '../../domain/sending/check-sending.js';
import { breaks, RULE } from '../../domain/sending/rules.js';
import type { MMS_PARAMETERS, VMS_PARAMETERS } from '../description/endpoints/mms-vms.js';
import type { ParameterValues } from '../description/parts/parameter.js';
import { SMS_RULES, type SmsRuleSettings, type SmsRules } from '../description/rules/sms-rules.js';

/** The rules that are checked before sending over HTTP: those of an SMS, and those of other messages. */
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
export interface HttpRules extends SmsRules {
  /** `subject` has at most 30 characters (section 4.2; gateway code 26). */
  readonly mmsSubject: boolean;
  /** `try` is 1 to 6 (section 4.3; the gateway has no code for it). */
  readonly vmsAttempts: boolean;
  /** `interval` is 300 to 7,200 seconds (section 4.3; the gateway has no code for it). */
  readonly vmsInterval: boolean;
  /** At most 20 numbers are looked up in a call (section 4.8; the gateway has no code for it). */
  readonly hlrNumbers: boolean;
}

export interface RuleSettings extends SmsRuleSettings {
  readonly validation: HttpRules;
}

const MAX_SUBJECT = 30;

/** Checks an MMS. @throws ValidationError with the path of the first field that breaks a rule */
export function checkMms(order: ParameterValues<typeof MMS_PARAMETERS>, settings: RuleSettings): void {
  const operation = 'mms.do';
  const { validation: rules, variant, now } = settings;
  checkSending({ to: order.to, idx: order.idx, date: order.date }, { operation, rules, variant, now });
  if (rules.mmsSubject && [...(order.subject ?? '')].length > MAX_SUBJECT) {
    breaks(operation, 'subject', `has more than ${MAX_SUBJECT} characters`, 'section 4.2', 26);
  }
}

/** Checks a voice message. @throws ValidationError with the path of the first field that breaks a rule */
export function checkVms(order: ParameterValues<typeof VMS_PARAMETERS>, settings: RuleSettings): void {
  const operation = 'vms.do';
  const { validation: rules, variant, now } = settings;
  checkSending({ to: order.to, idx: order.idx, date: order.date }, { operation, rules, variant, now });
  const { try: attempts, interval } = order;
  if (rules.vmsAttempts && attempts !== undefined && (attempts < 1 || attempts > 6)) {
    breaks(operation, 'try', 'is not 1 to 6', 'section 4.3', undefined);
  }
  if (rules.vmsInterval && interval !== undefined && (interval < 300 || interval > 7200)) {
    breaks(operation, 'interval', 'is not 300 to 7200 seconds', 'section 4.3', undefined);
  }
}

const MAX_LOOKUPS = 20;

/** Checks a lookup. @throws ValidationError with the path of the first field that breaks a rule */
export function checkLookup(
  order: { readonly numbers?: readonly string[] | undefined; readonly idx?: string | undefined },
  { validation: rules, variant, now }: RuleSettings,
): void {
  const operation = 'hlr.do';
  checkSending({ idx: order.idx }, { operation, rules, variant, now });
  if (rules.hlrNumbers && (order.numbers?.length ?? 0) > MAX_LOOKUPS) {
    breaks(operation, 'numbers', `are more than ${MAX_LOOKUPS}`, 'section 4.8', undefined);
  }
}
