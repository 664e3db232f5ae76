import { Problem } from '../../errors/problem.js';
import { fewDigits } from '../../xml/chars.js';
import type { StartTag } from '../../xml/tag.js';
import { APACHE_SOAP, isXsd, isXsi, SOAP_ENCODING, SOAP_ENVELOPE } from './names.js';

/** The attributes that affect how an element is read (SOAP 1.1 section 5, XML Schema instance). */
export interface SoapAttributes {
  readonly nil: boolean;
  /** `root="0"`: a referenced element, not the response; `root="1"`: the response. */
  readonly root: string | undefined;
  /** The announced type is base64. SOAP::Lite sends non-ASCII text this way. */
  readonly base64: boolean;
  /** The value is an Apache `Map`: a list of keys and values. */
  readonly map: boolean;
  /** The index of the first member of a partially transmitted array (SOAP 1.1 section 5.4.2.1). */
  readonly offset: number | undefined;
  /** The index of this member in a sparse array (SOAP 1.1 section 5.4.2.2). */
  readonly position: number | undefined;
  /** True for a header that its addressee must understand (SOAP 1.1 section 4.2.3). */
  readonly mustUnderstand: boolean;
  /** The addressee of a header (SOAP 1.1 section 4.2.2); `undefined` if the header has no actor. */
  readonly actor: string | undefined;
}

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

const PLAIN: SoapAttributes = { ...NONE };

/** Reads the attributes of a start tag and caches the result on the tag, or on its shape. */
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
  // Without namespaced attributes, only references are possible, and caching is not needed.
  if (!tag.attributes.some(({ uri }) => uri !== '')) return PLAIN;
  const found: { -readonly [K in keyof SoapAttributes]: SoapAttributes[K] } = { ...NONE };
  for (const { local, uri, value } of tag.attributes) {
    if (isXsi(uri)) {
      // `null` is the name in drafts of XML Schema.
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

/** The WSDL defines the type of a value. Only these two announced types change how it is read. */
function announcedType(tag: StartTag, value: string): Pick<SoapAttributes, 'base64' | 'map'> | undefined {
  if (!/(?:base64|base64Binary|Map)\s*$/.test(value)) return undefined;
  const [first = '', second] = value.trim().split(':');
  const local = second ?? first;
  // An unbound prefix is ignored: the type is only a hint.
  const uri = tag.scope.lookup(second === undefined ? '' : first) ?? '';
  return {
    base64: (isXsd(uri) && local === 'base64Binary') || (uri === SOAP_ENCODING && /^base64(Binary)?$/.test(local)),
    map: uri === APACHE_SOAP && local === 'Map',
  };
}

const OPEN = 0x5b;
const CLOSE = 0x5d;
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
