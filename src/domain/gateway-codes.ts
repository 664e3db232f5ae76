import {
  AuthenticationError,
  ConflictError,
  type ErrorCode,
  type ErrorContext,
  GatewayError,
  GatewayInternalError,
  InsufficientPointsError,
  type InvalidNumber,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  type Outcome,
  RateLimitError,
} from '../errors/errors.js';
import { CODES } from './codes.js';

const CLASSES = {
  GATEWAY: GatewayError,
  AUTHENTICATION: AuthenticationError,
  INSUFFICIENT_POINTS: InsufficientPointsError,
  NOT_ALLOWED: NotAllowedError,
  INVALID_REQUEST: InvalidRequestError,
  NOT_FOUND: NotFoundError,
  CONFLICT: ConflictError,
  RATE_LIMIT: RateLimitError,
  GATEWAY_INTERNAL: GatewayInternalError,
} as const satisfies Partial<Record<ErrorCode, typeof GatewayError>>;

type Kind = keyof typeof CLASSES;

interface GatewayCode {
  readonly kind: Kind;
  readonly hint: string;
  readonly outcome?: Outcome;
  readonly retryAfterMs?: number;
  readonly limit?: RateLimitError['limit'];
}

const row = (kind: Kind, hint: string, outcome?: Outcome): GatewayCode =>
  outcome === undefined ? { kind, hint } : { kind, hint, outcome };

/** The codes the specification lists as numbers (section 7) and those that public clients of the family know. */
const MEANINGS: ReadonlyMap<number, GatewayCode> = new Map<number, GatewayCode>([
  [CODES.wrongCredentials, row('AUTHENTICATION', 'check username and password')],
  [102, row('AUTHENTICATION', 'wrong username or password')],
  [CODES.addressNotAllowed, row('NOT_ALLOWED', 'this address is not in the IP filter of the account')],
  [110, row('NOT_ALLOWED', 'the service is not enabled on the account')],
  [401, row('NOT_ALLOWED', 'the token has no access to this area')],
  [997, row('NOT_ALLOWED', 'plain HTTP is disabled: use https')],
  [1000, row('NOT_ALLOWED', 'only the main user may do this')],
  [7, row('NOT_ALLOWED', 'short links are disabled on the account')],
  [57, row('NOT_ALLOWED', 'the number is on the blacklist')],
  [59, row('NOT_ALLOWED', 'the number is on the opt-out list')],
  [94, row('NOT_ALLOWED', 'the account may not send links')],
  [98, row('NOT_ALLOWED', 'the account is restricted')],
  [112, row('NOT_ALLOWED', 'the account may not send to this country')],

  [CODES.notEnoughPoints, row('INSUFFICIENT_POINTS', 'not enough points; nothing was sent')],

  // Within the minute it can only come again.
  [
    52,
    {
      ...row('RATE_LIMIT', 'more than 10 attempts to one number in 60 s; wait a minute'),
      retryAfterMs: 60_000,
      limit: 'number',
    },
  ],
  [202, { ...row('RATE_LIMIT', 'too many simultaneous calls; nothing was sent'), limit: 'concurrency' }],
  [203, { ...row('RATE_LIMIT', 'too many calls; nothing was sent'), limit: 'rate' }],

  [8, row('GATEWAY_INTERNAL', 'error in the request; report it to the provider')],
  [23, row('GATEWAY_INTERNAL', 'the gateway could not download the file', 'unknown')],
  [200, row('GATEWAY_INTERNAL', 'sending failed; it may have been carried out in part', 'unknown')],
  [201, row('GATEWAY_INTERNAL', 'internal error of the gateway')],
  [666, row('GATEWAY_INTERNAL', 'internal error of the gateway')],
  [998, row('GATEWAY_INTERNAL', 'the link service is unavailable', 'unknown')],
  [999, row('GATEWAY_INTERNAL', 'internal error of the gateway')],

  [CODES.idxUsed, row('CONFLICT', 'the idx was already used')],
  [CODES.nothingScheduled, row('CONFLICT', 'nothing scheduled to delete')],
  [CODES.unknownId, row('CONFLICT', 'unknown id, or the message was sent within the last 60 s')],
  [CODES.valueExists, row('CONFLICT', 'the value already exists')],
  [1115, row('CONFLICT', 'it already exists')],
  [2062, row('CONFLICT', 'it already exists')],
  [2115, row('CONFLICT', 'it already exists')],
  [CODES.groupExists, row('CONFLICT', 'the group already exists')],

  [CODES.noGroup, row('NOT_FOUND', 'no such group')],
  [41, row('NOT_FOUND', 'the group is empty')],
  [104, row('NOT_FOUND', 'no such template')],
  [4100, row('NOT_FOUND', 'no such group')],
  [CODES.noContact, row('NOT_FOUND', 'no such contact')],

  [
    CODES.textNotAccepted,
    row('INVALID_REQUEST', 'the text is empty, too long or has special characters with noUnicode'),
  ],
  [CODES.tooManyParts, row('INVALID_REQUEST', 'the message has too many parts')],
  [CODES.noCorrectNumber, row('INVALID_REQUEST', 'no correct telephone number')],
  [CODES.senderNotAccepted, row('INVALID_REQUEST', 'the sender name is not accepted')],
  [17, row('INVALID_REQUEST', 'a flash message may not have special characters')],
  [CODES.wrongCount, row('INVALID_REQUEST', 'the number of params differs from the number of recipients')],
  [CODES.tooManyMessages, row('INVALID_REQUEST', 'too many messages in one call (100 with params or short links)')],
  [20, row('INVALID_REQUEST', 'the number of idx differs from the number of recipients')],
  [21, row('INVALID_REQUEST', 'the MMS is larger than 300 kB')],
  [22, row('INVALID_REQUEST', 'the SMIL is not correct')],
  [24, row('INVALID_REQUEST', 'the file format is not accepted')],
  [25, row('INVALID_REQUEST', 'normalize and datacoding cannot be used together')],
  [26, row('INVALID_REQUEST', 'the MMS subject is longer than 30 characters')],
  [CODES.idxNotAccepted, row('INVALID_REQUEST', 'the idx is longer than 255 characters')],
  [28, row('INVALID_REQUEST', 'time_restriction is not correct')],
  [CODES.notHexadecimal, row('INVALID_REQUEST', 'a binary message needs a udh')],
  [31, row('INVALID_REQUEST', 'the text cannot be spoken')],
  [32, row('INVALID_REQUEST', 'the number is foreign')],
  [33, row('INVALID_REQUEST', 'no correct telephone numbers')],
  [35, row('INVALID_REQUEST', 'the lector is not correct')],
  [36, row('INVALID_REQUEST', 'a binary message cannot contain the footer of the account')],
  [CODES.tooFarAhead, row('INVALID_REQUEST', 'the date is more than 3 months ahead')],
  [51, row('INVALID_REQUEST', 'outside the hours for voice messages')],
  [CODES.dateNotCorrect, row('INVALID_REQUEST', 'the date is not correct')],
  [55, row('INVALID_REQUEST', 'no landline number')],
  [56, row('INVALID_REQUEST', 'the expiration is outside its window')],
  [60, row('INVALID_REQUEST', 'discount-code group')],
  [61, row('INVALID_REQUEST', 'discount-code group')],
  [62, row('INVALID_REQUEST', 'discount-code group')],
  [65, row('INVALID_REQUEST', 'discount-code group')],
  [66, row('INVALID_REQUEST', 'discount-code group')],
  [70, row('INVALID_REQUEST', 'notify_url is not correct')],
  [72, row('INVALID_REQUEST', 'notify_url with several numbers')],
  [74, row('INVALID_REQUEST', 'outside the hours set on the account')],
  [76, row('INVALID_REQUEST', 'characters in params that are not accepted')],
  [93, row('INVALID_REQUEST', 'params cannot be used with a group')],
  [106, row('INVALID_REQUEST', 'the short link is not correct')],
  [300, row('INVALID_REQUEST', 'the points flag is not correct')],
  [400, row('INVALID_REQUEST', 'the id in the status query is not correct')],
]);

/** The codes that are texts (section 7). */
const TEXT_MEANINGS: ReadonlyMap<string, GatewayCode> = new Map([
  ['authorization_failed', row('AUTHENTICATION', 'check the token')],
]);

export function isKnownCode(code: number | string): boolean {
  return typeof code === 'string' ? TEXT_MEANINGS.has(code) : MEANINGS.has(code) || rangeOf(code) !== undefined;
}

const HTTP_HINTS: ReadonlyMap<number | string, string> = new Map<number | string, string>([
  [CODES.wrongCredentials, 'check the token'],
  [102, 'the token is not accepted'],
  [
    CODES.textNotAccepted,
    'the text is empty, too long or has special characters with noUnicode; an MMS needs smil, a voice message tts in UTF-8',
  ],
]);

/** Whole ranges of codes that belong to areas of the HTTP interface; single codes above come first. */
const RANGES: readonly { readonly from: number; readonly to: number; readonly hint: string }[] = [
  { from: 1001, to: 1193, hint: 'sub-users' },
  { from: 2001, to: 2112, hint: 'sender names' },
  { from: 4000, to: 4280, hint: 'contacts' },
];

function rangeOf(code: number | string): (typeof RANGES)[number] | undefined {
  return RANGES.find(({ from, to }) => typeof code === 'number' && code >= from && code <= to);
}

function meaningOf(code: number | string): GatewayCode {
  const known = typeof code === 'string' ? TEXT_MEANINGS.get(code) : MEANINGS.get(code);
  if (known !== undefined) return known;
  const range = rangeOf(code);
  return range === undefined ? row('GATEWAY', '') : row('INVALID_REQUEST', range.hint);
}

export function meaningOfCode(code: number): string {
  return meaningOf(code).hint;
}

/** What else is known of a refusal. */
export interface RefusalContext extends ErrorContext {
  /** The next action, if the caller knows more than the tables. */
  readonly hint?: string | undefined;
  readonly account?: string | undefined;
  readonly isHttp?: boolean | undefined;
  readonly invalidNumbers?: readonly InvalidNumber[] | undefined;
  readonly raw?: unknown;
}

/**
 * Makes the typed error for a gateway code: one class per remedy, a plain `GatewayError` for an unknown code.
 *
 * @param code - the gateway's `result`, or its code as a text, already redacted
 * @param description - the gateway's own words, already redacted
 */
export function gatewayError(code: number | string, description: string, context: RefusalContext = {}): GatewayError {
  const { kind, hint: known, outcome = 'rejected', retryAfterMs, limit } = meaningOf(code);
  const hint = context.hint ?? (context.isHttp === true ? HTTP_HINTS.get(code) : undefined) ?? known;
  const account = kind === 'AUTHENTICATION' && context.account ? ` (${context.account})` : '';
  return new CLASSES[kind](
    {
      ...(typeof code === 'string' ? { errorCode: code } : { result: code }),
      invalidNumbers: context.invalidNumbers,
      raw: context.raw,
      description,
      hint: hint + account,
      code: kind,
      outcome,
      retryable: kind === 'RATE_LIMIT',
      retryAfterMs,
      limit,
    },
    context,
  );
}
