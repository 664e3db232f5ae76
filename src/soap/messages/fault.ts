import type { FaultDetail } from '../../errors/errors.js';
import type { Redactor } from '../../redact/redact.js';
import { escapeText } from '../../xml/escape.js';
import type { XmlReader } from '../../xml/reader.js';
import type { StartTag } from '../../xml/tag.js';
import { textOfBase64 } from '../codecs/base64.js';
import { soapAttributes } from '../decoder/attributes.js';
import { SOAP_ENVELOPE, SOAP12_ENVELOPE } from '../decoder/names.js';
import { envelope } from './envelope.js';

/** A SOAP Fault (SOAP 1.1 section 4.4). */
export interface Fault {
  /** Without a namespace prefix. */
  readonly faultCode: string;
  readonly faultString: string;
  readonly faultActor?: string | undefined;
  readonly detail?: FaultDetail | undefined;
  /** True if parts of the Fault were dropped because of the limits. */
  readonly isTruncated?: boolean | undefined;
}

export function isFault(tag: StartTag): boolean {
  return tag.local === 'Fault' && (tag.uri === SOAP_ENVELOPE || tag.uri === SOAP12_ENVELOPE);
}

/** The maximum size of one child of a Fault. A stack trace of a server fits. */
const MAX_CHARACTERS = 16_384;
const MAX_ELEMENTS = 1000;
const MAX_DEPTH = 32;

/** The known children of a Fault, in SOAP 1.1 and in SOAP 1.2. */
const KNOWN_CHILDREN: ReadonlySet<string> = new Set([
  'faultcode',
  'faultstring',
  'faultactor',
  'detail',
  'Code',
  'Reason',
  'Role',
  'Detail',
]);

/**
 * Reads a Fault. Its children may be qualified, typed and in any order. Each is limited to 16,384 characters, 1,000
 * elements and 32 levels of nesting; the rest is dropped.
 */
export function readFault(xml: XmlReader): Fault {
  const parts = new Map<string, FaultDetail>();
  let isTruncated = false;
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    const name = tag.local;
    if (!KNOWN_CHILDREN.has(name) || parts.has(name)) xml.skip();
    else {
      const limits = new DetailLimits();
      parts.set(name, readDetail(xml, limits, 1));
      isTruncated ||= limits.isTruncated;
    }
  }
  const code = textOf(parts.get('faultcode')) ?? textOf(child(parts.get('Code'), 'Value')) ?? '';
  const actor = textOf(parts.get('faultactor')) ?? textOf(parts.get('Role'));
  const detail = parts.get('detail') ?? parts.get('Detail');
  return {
    faultCode: code.trim().replace(/^[^:]*:/, ''),
    faultString: textOf(parts.get('faultstring')) ?? textOf(child(parts.get('Reason'), 'Text')) ?? '',
    ...(actor === undefined || actor === '' ? {} : { faultActor: actor }),
    ...(detail === undefined || detail === '' ? {} : { detail }),
    ...(isTruncated ? { isTruncated } : {}),
  };
}

class DetailLimits {
  isTruncated = false;
  #characters = MAX_CHARACTERS;
  #elements = MAX_ELEMENTS;

  /** Returns the part of a text that fits into the limits. */
  text(text: string): string {
    const fitting = text.length <= this.#characters ? text : text.slice(0, this.#characters);
    if (fitting.length < text.length) this.isTruncated = true;
    this.#characters -= fitting.length;
    return fitting;
  }

  /** Counts an element; returns false if it exceeds the limits. */
  element(name: string, depth: number): boolean {
    if (depth > MAX_DEPTH || this.#elements === 0 || name.length > this.#characters) {
      this.isTruncated = true;
      return false;
    }
    this.#elements -= 1;
    this.#characters -= name.length;
    return true;
  }
}

function textOf(content: FaultDetail | undefined): string | undefined {
  return typeof content === 'string' ? content : undefined;
}

function child(content: FaultDetail | undefined, name: string): FaultDetail | undefined {
  if (content === undefined || typeof content === 'string') return undefined;
  const found = content[name];
  return isList(found) ? found[0] : found;
}

function isList(content: FaultDetail | readonly FaultDetail[] | undefined): content is readonly FaultDetail[] {
  return Array.isArray(content);
}

function readDetail(xml: XmlReader, limits: DetailLimits, depth: number): FaultDetail {
  const { base64 } = soapAttributes(xml.tag);
  let text = '';
  const children = new Map<string, FaultDetail[]>();
  for (let token = xml.next(); token !== 'end'; token = xml.next()) {
    if (token === 'text') text += limits.text(xml.value);
    else if (limits.element(xml.tag.local, depth + 1)) {
      const name = xml.tag.local;
      const same = children.get(name) ?? [];
      children.set(name, same);
      same.push(readDetail(xml, limits, depth + 1));
    } else xml.skip();
  }
  // Truncated base64 cannot be decoded.
  if (children.size === 0) return base64 ? (limits.isTruncated ? '' : decoded(text)) : text;
  const entries = [...children].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all] as const);
  return Object.fromEntries(entries);
}

/** Decodes base64, which SOAP::Lite uses for non-ASCII text. An invalid text is returned unchanged. */
function decoded(text: string): string {
  try {
    return textOfBase64(text);
  } catch {
    return text;
  }
}

/** Writes a complete message with a Fault. The keys of its detail must be valid element names. */
export function writeFault({ faultCode, faultString, faultActor, detail }: Fault): string {
  const actor = faultActor === undefined ? '' : `<faultactor>${escapeText(faultActor)}</faultactor>`;
  const extra = detail === undefined ? '' : detailXml('detail', detail);
  return envelope(
    `<SOAP-ENV:Fault><faultcode>SOAP-ENV:${escapeText(faultCode)}</faultcode>` +
      `<faultstring>${escapeText(faultString)}</faultstring>${actor}${extra}</SOAP-ENV:Fault>`,
  );
}

function detailXml(name: string, content: FaultDetail): string {
  if (typeof content === 'string') return `<${name}>${escapeText(content)}</${name}>`;
  const children = Object.entries(content).map(([child, value]) =>
    isList(value) ? value.map((item) => detailXml(child, item)).join('') : detailXml(child, value),
  );
  return `<${name}>${children.join('')}</${name}>`;
}

/** Redacts the request data that the gateway may have echoed in a Fault. */
export function redactFault(fault: Fault, redact: Redactor): Fault {
  const { faultCode, faultString, faultActor, detail, isTruncated } = fault;
  return {
    isTruncated,
    faultCode: redact(faultCode),
    faultString: redact(faultString),
    faultActor: faultActor === undefined ? undefined : redact(faultActor),
    detail: detail === undefined ? undefined : redactDetail(detail, redact),
  };
}

function redactDetail(detail: FaultDetail, redact: Redactor): FaultDetail {
  if (typeof detail === 'string') return redact(detail);
  const names = new Map<string, number>();
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      unusedName(redact(name), names),
      isList(value) ? value.map((item) => redactDetail(item, redact)) : redactDetail(value, redact),
    ]),
  );
}

/** Makes a redacted name unique. Element names are redacted too, and several may become equal. */
function unusedName(name: string, used: Map<string, number>): string {
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  // Original element names contain no space, so this name is unused.
  return count === 1 ? name : `${name} ${count}`;
}
