import { Problem } from '../../errors/problem.js';
import { textIn } from '../charset.js';

export interface PartDisposition {
  /** The name of the field. */
  readonly field: string;
  readonly fileName: string | undefined;
}

const FORM_DATA = /^[ \t]*form-data(?=[ \t]*(?:;|$))/i;
const PARAMETER = /[ \t]*;[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gy;

/**
 * Reads the header `Content-Disposition` of a part.
 *
 * @param header - its bytes as one character each
 * @throws Problem when it is not that of a field, names one thing twice, or a name is not UTF-8: never U+FFFD
 */
export function readDisposition(header: string): PartDisposition {
  const [type] = FORM_DATA.exec(header) ?? [];
  if (type === undefined) throw new Problem('a field of the form has no name');
  const rest = header.slice(type.length);
  const parameters = new Map<string, string>();
  let end = 0;
  for (const [whole, name = '', inQuotes, bare = ''] of rest.matchAll(PARAMETER)) {
    end += whole.length;
    const parameter = name.toLowerCase();
    if (parameters.has(parameter)) throw new Problem('a part of the form says something twice');
    parameters.set(parameter, inQuotes === undefined ? bare : unescaped(inQuotes));
  }
  if (!['', ';'].includes(rest.slice(end).trim())) throw new Problem('the head of a part cannot be read');
  const [field, plain, extended] = ['name', 'filename', 'filename*'].map((name) => parameters.get(name));
  if (field === undefined) throw new Problem('a field of the form has no name');
  const fileName = extended === undefined ? plain && utf8(plain) : extendedValue(extended);
  return { field: utf8(field), fileName };
}

const ESCAPE = /%22|%0D|%0A|\\(["\\])/gi;

/** Undoes the escapes of browsers and of RFC 822 in quotes. */
function unescaped(text: string): string {
  return text.replace(ESCAPE, (escape, character?: string) => character ?? decodeURIComponent(escape));
}

function utf8(binary: string): string {
  return textIn(Buffer.from(binary, 'latin1'));
}

const EXTENDED = /^([\w-]+)'[\w-]*'((?:[^%]|%[\da-f]{2})*)$/i;

/** Reads a value with its charset (RFC 8187): `UTF-8''z%C5%82`. */
function extendedValue(text: string): string {
  const [, charset, value = ''] = EXTENDED.exec(text) ?? [];
  if (charset === undefined) throw new Problem('the name of a file cannot be read');
  const binary = value.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return textIn(Buffer.from(binary, 'latin1'), charset);
}
