import { Problem } from '../../errors/problem.js';
import type { StartTag } from '../../xml/start-tag.js';
import { APACHE_SOAP, isXsd, isXsi, SOAP_ENCODING, SOAP_ENVELOPE } from './names.js';

/** What the attributes of an element say about its value (SOAP 1.1 section 5, XML Schema instance). */
export interface SoapAttributes {
  readonly nil: boolean;
  /** The reference of a multi-reference accessor, with its `#`. */
  readonly href: string | undefined;
  readonly id: string | undefined;
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
  /** Whom a header is addressed to (SOAP 1.1 section 4.2.2); `undefined` where it names nobody. */
  readonly actor: string | undefined;
}

const NONE: SoapAttributes = {
  nil: false,
  href: undefined,
  id: undefined,
  root: undefined,
  base64: false,
  map: false,
  offset: undefined,
  position: undefined,
  mustUnderstand: false,
  actor: undefined,
};

/** Reads the attributes of a start tag once; the tag keeps what was found, for when it comes again. */
export function soapAttributes(tag: StartTag): SoapAttributes {
  if (tag.attributes.length === 0) return NONE;
  const noted = tag.note;
  if (noted !== undefined) return noted as SoapAttributes;
  const made = tag.shape === undefined ? readAttributes(tag) : filledIn(tag, tag.shape);
  tag.note = made;
  return made;
}

/** What is said by a tag that is like another but for its `id` or `href`. */
function filledIn({ attributes }: StartTag, shape: StartTag): SoapAttributes {
  const value = (local: string): string | undefined =>
    attributes.find((attribute) => attribute.uri === '' && attribute.local === local)?.value;
  return { ...soapAttributes(shape), id: value('id'), href: value('href') };
}

function readAttributes(tag: StartTag): SoapAttributes {
  const found: { -readonly [K in keyof SoapAttributes]: SoapAttributes[K] } = { ...NONE };
  for (const { local, uri, value } of tag.attributes) {
    if (uri === '') {
      if (local === 'href') found.href = value;
      else if (local === 'id') found.id = value;
    } else if (isXsi(uri)) {
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

function arrayIndex(value: string): number {
  const digits = /^\s*\[(\d{1,10})\]\s*$/.exec(value)?.[1];
  if (digits === undefined) throw new Problem('an array index that is not of the form [n]');
  return Number(digits);
}
