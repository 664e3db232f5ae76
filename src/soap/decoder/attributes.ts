import { Problem } from '../../errors/problem.js';
import { fewDigits } from '../../xml/chars.js';
import type { StartTag } from '../../xml/tag.js';
import { APACHE_SOAP, isXsd, isXsi, SOAP_ENCODING, SOAP_ENVELOPE } from './names.js';

/** The meaning of an element's attributes for its value (SOAP 1.1 section 5, XML Schema instance). */
export interface SoapAttributes {
  readonly nil: boolean;
  /** `root="0"`: not the response but something it refers to; `root="1"`: the response. */
  readonly root: string | undefined;
  /** The value's type is announced as base64: SOAP::Lite sends text with non-ASCII letters so. */
  readonly base64: boolean;
  /** The value is an Apache `Map`: a list of keys and values. */
  readonly map: boolean;
  /** Index of the first member of a partially transmitted array (SOAP 1.1 section 5.4.2.1). */
  readonly offset: number | undefined;
  /** Index of this member in a sparse array (SOAP 1.1 section 5.4.2.2). */
  readonly position: number | undefined;
  /** A header that has to be understood by whom it is addressed to (SOAP 1.1 section 4.2.3). */
  readonly mustUnderstand: boolean;
  /** The receiver that a header is addressed to (SOAP 1.1 section 4.2.2); `undefined` where it names nobody. */
  readonly actor: string | undefined;
}

/** Of a tag without any. */
export const NONE: SoapAttributes = {
  nil: false,
  root: undefined,
  base64: false,
  map: false,
  offset: undefined,
  position: undefined,
  mustUnderstand: false,
  actor: undefined,
};

/** Of a tag that has attributes, of which none says anything; another one than {@link NONE}: it may have an `id`. */
const PLAIN: SoapAttributes = { ...NONE };

/**
 * Reads the attributes of a start tag once; the tag keeps what was found, for when it comes again. Those of tags that
 * differ in `id` and `href` alone are the same: these two are the tag's own.
 */
export function soapAttributes(tag: StartTag): SoapAttributes {
  if (tag.shape !== undefined) return soapAttributes(tag.shape);
  const noted = tag.note;
  if (noted !== undefined) return noted as SoapAttributes;
  if (tag.attributes.length === 0) return NONE;
  const made = readAttributes(tag);
  tag.note = made;
  return made;
}

function readAttributes(tag: StartTag): SoapAttributes {
  // Without attributes of these namespaces the references are all that there may be, and nothing is noted.
  if (!tag.attributes.some(({ uri }) => uri !== '')) return PLAIN;
  const found: { -readonly [K in keyof SoapAttributes]: SoapAttributes[K] } = { ...NONE };
  for (const { local, uri, value } of tag.attributes) {
    if (isXsi(uri)) {
      // `null` was the name before the final XML Schema.
      if (local === 'nil' || local === 'null') found.nil = isTrue(value);
      else if (local === 'type') Object.assign(found, announcedType(tag, value));
    } else if (uri === SOAP_ENCODING) {
      if (local === 'root') found.root = value.trim();
      else if (local === 'offset') found.offset = arrayIndex(value);
      else if (local === 'position') found.position = arrayIndex(value);
    } else if (uri === SOAP_ENVELOPE) {
      if (local === 'mustUnderstand') found.mustUnderstand = isTrue(value);
      else if (local === 'actor') found.actor = value.trim();
    }
  }
  return found;
}

function isTrue(value: string): boolean {
  const word = value.trim();
  return word === 'true' || word === '1';
}

/** The WSDL decides what a value is; of the announced type only these two change how it is read. */
function announcedType(tag: StartTag, value: string): Pick<SoapAttributes, 'base64' | 'map'> | undefined {
  if (!/(?:base64|base64Binary|Map)\s*$/.test(value)) return undefined;
  const [first = '', second] = value.trim().split(':');
  const local = second ?? first;
  // An unbound prefix is left alone here: the type is only a hint.
  const uri = tag.scope.lookup(second === undefined ? '' : first) ?? '';
  return {
    base64: (isXsd(uri) && local === 'base64Binary') || (uri === SOAP_ENCODING && /^base64(Binary)?$/.test(local)),
    map: uri === APACHE_SOAP && local === 'Map',
  };
}

const OPEN = 0x5b;
const CLOSE = 0x5d;
/** No index has more digits. */
const MAX_DIGITS = 10;

function arrayIndex(value: string): number {
  const last = value.length - 1;
  const isPlain = last <= MAX_DIGITS + 1 && value.charCodeAt(0) === OPEN && value.charCodeAt(last) === CLOSE;
  const few = isPlain ? fewDigits(value, 1, last) : -1;
  if (few !== -1) return few;
  const digits = /^\s*\[(\d{1,10})\]\s*$/.exec(value)?.[1];
  if (digits === undefined) throw new Problem('an array index that is not of the form [n]');
  return Number(digits);
}
