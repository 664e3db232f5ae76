import type { AnyEndpoint } from '../../../http-client/description/endpoints.js';
import { readBoolean, readNumber } from '../../../http-client/description/parts/answer-field.js';
import { readErrorText, writeErrorText } from '../../../http-client/description/parts/errors.js';
import { answerKind } from './answer-kinds.js';
import { type Clean, keptCode } from './kept-json.js';

/**
 * Redacts a text response. Each part that is not a text, number, name or id according to the description is replaced by
 * one that clients read in the same way.
 */
export function keptText(text: string, { path, selector }: AnyEndpoint, clean: Clean): string {
  switch (selector === undefined ? path : `${path} ${selector.name}`) {
    case 'sms.do':
    case 'mms.do':
    case 'vms.do':
    case 'hlr.do':
      return keptEntries(text, clean);
    case 'user.do add_user':
    case 'user.do set_user':
      return `OK:${clean('name', behindOk(text).trim())}`;
    case 'user.do get_user':
      return `OK:${keptUser(behindOk(text), clean)}`;
    case 'user.do list':
      return `OK: ${eachPart(behindOk(text), (name) => clean('name', name))}`;
    case 'user.do credits':
      return keptPoints(text);
    case 'sender.do status':
      return `OK:${keptStatus(behindOk(text).trim(), clean)}`;
    case 'sender.do list':
      return `OK:${eachPart(behindOk(text), (entry) => keptSender(entry, clean))}`;
    default:
      return 'OK';
  }
}

const NONE = '?';

function behindOk(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end).replace(/^\s*OK\b\s*:?\s*/i, '');
}

function eachPart(listed: string, make: (part: string) => string): string {
  return listed
    .split(':')
    .map((part) => (part.trim() === '' ? '' : make(part.trim())))
    .join(':');
}

/** `OK:<ID>:<POINTS>:<PHONE>` and `ERROR:<ERR>`, one or several (section 2.2). */
function keptEntries(text: string, clean: Clean): string {
  return text
    .split(/[;\r\n]/)
    .map((entry) => (entry.trim() === '' ? '' : keptEntry(entry.trim(), clean)))
    .join(';');
}

function keptEntry(entry: string, clean: Clean): string {
  const error = readErrorText(entry);
  if (error !== undefined) return writeErrorText({ code: keptCode(error.code, clean) });
  const [, id = '', points, number] = entry.split(':').map((part) => part.trim());
  const kept = ['OK', id === '' ? '' : clean('id', id)];
  if (points !== undefined) kept.push(points === '' || readNumber(points) !== null ? points : NONE);
  if (number !== undefined) kept.push(number === '' ? '' : clean('number', number));
  return kept.join(':');
}

/** `<LIMIT>:<MONTH_LIMIT>:<SENDERS>:<PHONEBOOK>:<ACTIVE>:<INFO>` (section 2.4). The last one may contain colons. */
function keptUser(listed: string, clean: Clean): string {
  const parts = listed.split(':');
  const info = parts.slice(FLAGS_END).join(':');
  const kept = parts.slice(0, FLAGS_END).map((part, index) => {
    const value = index < AMOUNTS ? readNumber(part) : readBoolean(part);
    return value === null ? NONE : part.trim();
  });
  if (parts.length > FLAGS_END) kept.push(info === '' ? '' : clean('name', info));
  return kept.join(':');
}

const [AMOUNTS, FLAGS_END] = [2, 5];

function keptPoints(text: string): string {
  const [word = '', listed = ''] = text.trim().split(':');
  const amounts = listed.split(';').map((amount) => (readNumber(amount) === null ? NONE : amount.trim()));
  return `${word.trim()}: ${amounts.join(';')}`;
}

/** `<SENDER>,<STATUS>`. The name may contain commas. */
function keptSender(entry: string, clean: Clean): string {
  const comma = entry.lastIndexOf(',');
  return `${clean('other', entry.slice(0, comma))},${keptStatus(entry.slice(comma + 1).trim(), clean)}`;
}

function keptStatus(status: string, clean: Clean): string {
  return clean(answerKind('sender.do', ['status'], status), status);
}
