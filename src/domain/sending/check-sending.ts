import { invalid } from '../../options/check.js';
import { CODES } from '../codes.js';
import {
  BINARY,
  isHex,
  isIdx,
  latestSendMs,
  MAX_LINKED,
  MAX_MONTHS_AHEAD,
  MAX_PARAMS,
  MAX_PERSONALISED,
  MAX_SENDER_LENGTH,
  whyNoIdx,
} from './limits.js';
import { countMessageParts, hasShortLink, isPlainText, MAX_PARTS, withoutPlaceholders } from './message-parts.js';
import { breaks, type RuleContext } from './rules.js';

type ParamRow = readonly string[];

export interface CheckedOrder {
  readonly to?: string | readonly string[] | undefined;
  readonly message?: string | undefined;
  readonly params?: ParamRow | readonly ParamRow[] | undefined;
  readonly idx?: string | readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly date?: Date | undefined;
  readonly datacoding?: string | undefined;
  readonly udh?: string | undefined;
  readonly noUnicode?: boolean | undefined;
}

/** Checks a send by the enabled rules (sections 4.1 and 8). @throws ValidationError with the path of the first field */
export function checkSending(order: CheckedOrder, context: RuleContext): void {
  checkFields(order, context);
  const { datacoding } = order;
  if (context.rules.datacoding && datacoding !== undefined && datacoding !== '' && datacoding !== BINARY) {
    const reason = `must be '${BINARY}'`;
    breaks(context.operation, 'datacoding', reason, 'section 4.1', undefined);
  }
  if (datacoding === BINARY) checkBinary(order, context);
  else checkText(order, context);
  if (order.to !== undefined) checkRecipients(order, order.to, context);
  checkParams(order, context);
}

function checkFields({ from, date, idx }: CheckedOrder, { operation, rules, now }: RuleContext): void {
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
  if (!rules.idx || idx === undefined) return;
  if (typeof idx === 'string') checkIdx(idx, 'idx', operation);
  else for (const [index, value] of idx.entries()) checkIdx(value, `idx[${index}]`, operation);
}

/** The caller's clock, which may be wrong: a rule that compares with nothing would pass everything. */
function currentTime(now: () => Date, operation: string): number {
  let current: number;
  try {
    const input: unknown = now();
    current = input instanceof Date ? input.getTime() : Number.NaN;
  } catch (cause) {
    return invalid('now', 'failed', { operation, cause });
  }
  return Number.isNaN(current) ? invalid('now', 'must return a valid Date', { operation }) : current;
}

function checkIdx(idx: string, path: string, operation: string): void {
  if (isIdx(idx)) return;
  breaks(operation, path, whyNoIdx(idx), 'sections 4.1 and 8', CODES.idxNotAccepted);
}

function checkBinary({ message, udh }: CheckedOrder, { operation, rules }: RuleContext): void {
  if (rules.binaryHex && message !== undefined) checkHex(message, 'message', operation);
  if (rules.binaryHex && udh !== undefined) checkHex(udh, 'udh', operation);
  if (rules.binaryUdh && (udh === undefined || udh === '')) {
    const reason = `is required with datacoding '${BINARY}'`;
    breaks(operation, 'udh', reason, 'section 4.1', CODES.notHexadecimal);
  }
}

function checkHex(text: string, path: string, operation: string): void {
  if (isHex(text)) return;
  const reason = "must be a hex string with datacoding 'bin' (two digits for each byte, at least one byte)";
  breaks(operation, path, reason, 'section 4.1', CODES.notHexadecimal);
}

/** The least that a part of several holds, in UTF-16 units: 67, or one less before a character that takes two. */
const LEAST_OF_PART = 66;

function checkText(
  { message = '', params, noUnicode }: CheckedOrder,
  { operation, rules, variant }: RuleContext,
): void {
  const maxParts = MAX_PARTS[variant ?? 'current'];
  // Most texts are short, and need no counting.
  if (rules.messageLength && message.length > maxParts * LEAST_OF_PART) {
    const text = withoutPlaceholders(message);
    const { parts } = countMessageParts(text);
    if (parts > maxParts) {
      const needs = text === message ? `needs ${parts} parts` : `needs at least ${parts} parts`;
      const reason = `${needs}; at most ${maxParts} are allowed`;
      breaks(operation, 'message', reason, 'section 8', CODES.tooManyParts);
    }
  }
  if (!rules.noUnicode || noUnicode !== true) return;
  const reason = 'contains characters outside GSM 03.38, which noUnicode does not allow';
  const refuse = (path: string): never => breaks(operation, path, reason, 'section 4.1', CODES.textNotAccepted);
  if (!isPlainText(withoutPlaceholders(message))) refuse('message');
  for (const [rowIndex, row] of rowsOf(params).entries()) {
    const index = row.findIndex((value, at) => message.includes(`[%${at + 1}%]`) && !isPlainText(value));
    if (index !== -1) refuse(`${pathOf(params, rowIndex)}[${index}]`);
  }
}

function checkRecipients(order: CheckedOrder, to: string | readonly string[], context: RuleContext): void {
  const { operation, rules } = context;
  const { params, idx, message = '' } = order;
  const recipients = typeof to === 'string' ? 1 : to.length;
  for (const [path, entries] of [['params', rowsOf(params).length] as const, ['idx', entriesOf(idx)] as const]) {
    if (rules.perRecipientCount && entries > 0 && entries !== recipients) {
      const reason = `has ${entries} entries for ${recipients} recipients`;
      breaks(operation, path, reason, 'section 4.1 rule 5', CODES.wrongCount);
    }
  }
  if (rules.shortLinkLimit && recipients > MAX_LINKED && hasShortLink(message)) {
    const reason = `has ${recipients} recipients; a message with a shortened link allows at most ${MAX_LINKED} per call`;
    breaks(operation, 'to', reason, 'sections 4.1 rule 7 and 8', CODES.tooManyMessages);
  }
}

function checkParams({ params }: CheckedOrder, { operation, rules }: RuleContext): void {
  const rows = rowsOf(params);
  if (rules.personalisedLimit && rows.length > MAX_PERSONALISED) {
    const reason = `has values for ${rows.length} messages; a call allows at most ${MAX_PERSONALISED}`;
    breaks(operation, 'params', reason, 'section 8', CODES.tooManyMessages);
  }
  if (!rules.paramCount) return;
  const index = rows.findIndex(({ length }) => length > MAX_PARAMS);
  if (index === -1) return;
  const reason = `has ${rows[index]?.length} values; a message allows at most ${MAX_PARAMS}`;
  breaks(operation, pathOf(params, index), reason, 'section 8', CODES.wrongCount);
}

function entriesOf(idx: string | readonly string[] | undefined): number {
  if (typeof idx === 'string') return idx === '' ? 0 : 1;
  return idx?.length ?? 0;
}

const NO_ROWS: readonly ParamRow[] = [];

function rowsOf(params: CheckedOrder['params']): readonly ParamRow[] {
  if (params === undefined || params.length === 0) return NO_ROWS;
  return isRow(params) ? [params] : params;
}

function pathOf(params: CheckedOrder['params'], index: number): string {
  return params === undefined || isRow(params) ? 'params' : `params[${index}]`;
}

function isRow(params: ParamRow | readonly ParamRow[]): params is ParamRow {
  return typeof params[0] === 'string';
}
