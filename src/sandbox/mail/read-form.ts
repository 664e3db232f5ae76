import { CODES } from '../../domain/codes.js';
import { Problem } from '../../errors/problem.js';
import { EVERYWHERE } from '../../http-client/description/endpoints.js';
import type { Fields } from '../../http-client/description/parts/parameter.js';
import { isKnownCharset, latin1, textIn } from '../../http-message/charset.js';
import type { RefusalCode } from '../gateway/refusal/descriptions.js';

/** The parameters of a mail, as far as they could be read. */
export interface MailForm {
  readonly fields: Fields;
  /** The code that refuses what cannot be read. */
  readonly unreadable: RefusalCode | undefined;
}

/** The most parameters that are read. */
const MAX_FIELDS = 1000;

/** The charset where neither the form nor the mail names one (section 4.1). */
const DEFAULT_CHARSET = 'windows-1250';

/** One of these is in every form. */
const NEEDED = ['to', 'group', 'message', 'template'];

/**
 * Reads the body of a mail: `from=<sender>&to=<number>&message=<text>`. Nothing is percent-decoded. `message` takes the
 * rest, with its line breaks as LF; those at the end of the body are no part of it. Of a name that stands there twice
 * the last value counts.
 *
 * The charset is the one that `encoding` names, else that of the mail, else windows-1250.
 *
 * @param charset - that of the mail
 * @throws Problem when there is no form in it
 */
export function readMailForm(body: Uint8Array, charset: string | undefined): MailForm {
  // Names and the value of `encoding` are ASCII: they can be read before the charset is known.
  const raw = fieldsOf(latin1(body));
  if (!NEEDED.some((name) => raw.has(name))) throw new Problem('the body has no parameters of a message');
  const encoding = raw.get(EVERYWHERE.encoding)?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && !isKnownCharset(encoding)) {
    return { fields: raw, unreadable: CODES.badRequest };
  }
  try {
    return { fields: fieldsOf(textIn(body, encoding || charsetOfMail(charset))), unreadable: undefined };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { fields: raw, unreadable: CODES.textNotAccepted };
  }
}

/** US-ASCII is what programs write that have not thought of it. */
function charsetOfMail(charset: string | undefined): string {
  return charset === undefined || charset === 'us-ascii' || !isKnownCharset(charset) ? DEFAULT_CHARSET : charset;
}

const MESSAGE = 'message=';

function fieldsOf(text: string): Fields {
  const body = text.trimStart();
  const at = body.startsWith(MESSAGE) ? 0 : body.indexOf(`&${MESSAGE}`) + 1;
  const hasMessage = at > 0 || body.startsWith(MESSAGE);
  const fields = new Map<string, string>();
  const others = hasMessage ? body.slice(0, at) : body;
  const parts = others.split('&', MAX_FIELDS + 1);
  if (parts.length > MAX_FIELDS) throw new Problem(`the body has more than ${MAX_FIELDS} parameters`);
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals !== -1) fields.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  if (hasMessage) fields.set('message', withoutLastBreaks(body.slice(at + MESSAGE.length)).replaceAll('\r\n', '\n'));
  return fields;
}

/** No pattern: one that looks for the end tries again at every line break. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return text.slice(0, end);
}
