import type { Shape } from '../shapes.js';
import { elementsOf, readTree, type Tree } from './tree.js';

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const ENVELOPE_12 = 'http://www.w3.org/2003/05/soap-envelope';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const SCHEMA_YEARS = ['2001', '2000/10', '1999'];

/** The result of the reference decoder for a response. */
export type ReferenceResponse =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'fault' }
  | { readonly kind: 'not-soap' };

/**
 * Decodes a response in a simple and slow way: from a tree of saxes, by the WSDL. It shares no code with the tested
 * decoder, has no limits, and is less strict about data that is not returned.
 *
 * @throws Error if the response cannot be decoded
 */
export function referenceResponse(operation: string, output: Shape, document: string): ReferenceResponse {
  const envelope = readTree(document);
  if (envelope.local !== 'Envelope') return { kind: 'not-soap' };
  const { uri } = envelope;
  if (uri !== ENVELOPE && uri !== ENVELOPE_12) throw new Error('an unknown version of SOAP');
  const before = envelope.children.findIndex((child) => child.uri === uri && child.local === 'Body');
  const body = envelope.children[before];
  if (body === undefined) throw new Error('no Body');
  const headers = envelope.children.slice(0, before).filter((c) => c.uri === uri && c.local === 'Header');
  for (const header of headers.flatMap(({ children }) => children)) {
    const actor = header.attributes.get(`{${ENVELOPE}}actor`)?.trim() ?? '';
    const isOurs = actor === '' || actor === 'http://schemas.xmlsoap.org/soap/actor/next';
    if (isOurs && isTrue(header.attributes.get(`{${ENVELOPE}}mustUnderstand`)))
      throw new Error('a header to be understood');
  }
  if (body.children.some((c) => c.local === 'Fault' && (c.uri === ENVELOPE || c.uri === ENVELOPE_12)))
    return { kind: 'fault' };
  if (uri === ENVELOPE_12) throw new Error('SOAP 1.2');
  const wrapper =
    body.children.find(({ local }) => local === `${operation}Response`) ??
    body.children.find(({ attributes }) => {
      const root = attributes.get(`{${ENCODING}}root`)?.trim();
      return root === '1' || (root !== '0' && !attributes.has('{}id'));
    });
  if (wrapper === undefined) throw new Error('no wrapper');
  const value = new Decoder(envelope, wrapper.local === `${operation}Response`).value(output, wrapper, true);
  if (value === null) throw new Error('a nil response');
  return { kind: 'value', value };
}

class Decoder {
  readonly #targets = new Map<string, Tree>();
  /** Elements that are being read. */
  readonly #active = new Set<Tree>();

  readonly #isNamed: boolean;

  /** @param isNamed - true if the wrapper has the expected name */
  constructor(document: Tree, isNamed: boolean) {
    this.#isNamed = isNamed;
    for (const element of elementsOf(document)) {
      const id = element.attributes.get('{}id');
      if (id !== undefined && !this.#targets.has(id)) this.#targets.set(id, element);
    }
  }

  value(shape: Shape, element: Tree, isMessage = false): unknown {
    if (isNil(element)) return shape.kind === 'array' ? [] : null;
    if (this.#active.has(element)) throw new Error('a circle');
    this.#active.add(element);
    const value = this.#notNil(shape, element, isMessage);
    this.#active.delete(element);
    return value;
  }

  #notNil(shape: Shape, element: Tree, isMessage: boolean): unknown {
    const href = element.attributes.get('{}href');
    if (href !== undefined) {
      const target = href.startsWith('#') ? this.#targets.get(href.slice(1)) : undefined;
      if (target === undefined) throw new Error('a reference to nothing');
      return this.value(shape, target, isMessage);
    }
    if (shape.kind === 'scalar') return scalar(shape.codec, element);
    noText(element);
    return shape.kind === 'array' ? this.#array(shape.item, element) : this.#struct(shape.fields, element, isMessage);
  }

  #struct(fields: ReadonlyMap<string, Shape>, element: Tree, isMessage: boolean): unknown {
    const record: Record<string, unknown> = Object.fromEntries([...fields.keys()].map((name) => [name, undefined]));
    const entries = isMap(element)
      ? this.#entries(element)
      : element.children.map((child) => [child.local, child] as const);
    for (const [key, child] of entries) {
      const folded = isMessage
        ? [...fields.keys()].find((name) => name.toLowerCase() === key.toLowerCase())
        : undefined;
      const name = fields.has(key) ? key : folded;
      const field = name === undefined ? undefined : fields.get(name);
      if (name === undefined || field === undefined) continue;
      if (record[name] !== undefined) throw new Error('a field that stands twice');
      record[name] = this.value(field, child);
    }
    if (isMessage && this.#isNamed && !isMap(element)) this.#unnamed(fields, element, record);
    for (const [name, field] of fields) if (field.kind === 'array') record[name] ??= [];
    return record;
  }

  /** The first child may be the first part with any name, unless it can be another part. */
  #unnamed(fields: ReadonlyMap<string, Shape>, { children }: Tree, record: Record<string, unknown>): void {
    const [[name, field] = []] = fields;
    const [child] = children;
    const isKnown = [...fields.keys()].some((known) => known.toLowerCase() === child?.local.toLowerCase());
    if (child === undefined || isKnown || name === undefined || field === undefined) return;
    if (record[name] !== undefined || field.kind === 'array') return;
    try {
      record[name] = this.#tellingValue(field, child) ?? undefined;
    } catch {
      // The child cannot be that part.
    }
  }

  #tellingValue(shape: Shape, element: Tree): unknown {
    if (shape.kind === 'struct' && !isNil(element)) {
      const target = this.#targetOf(element);
      const areFields = target.children.every(({ local }) => shape.fields.has(local));
      if (target.children.length === 0 || !areFields || isMap(target)) throw new Error('not that struct');
    }
    return this.value(shape, element);
  }

  #targetOf(element: Tree): Tree {
    const href = element.attributes.get('{}href');
    const target = href === undefined ? element : this.#targets.get(href.slice(1));
    if (target === undefined) throw new Error('a reference to nothing');
    return target;
  }

  #array(item: Shape, element: Tree): unknown[] {
    if (isMap(element)) return this.#entries(element).map(([, child]) => this.value(item, child));
    const placed = new Map<number, unknown>();
    let next = index(element.attributes.get(`{${ENCODING}}offset`)) ?? 0;
    for (const child of element.children) {
      next = index(child.attributes.get(`{${ENCODING}}position`)) ?? next;
      if (placed.has(next)) throw new Error('a position that stands twice');
      placed.set(next, this.value(item, child));
      next += 1;
    }
    const length = Math.max(-1, ...placed.keys()) + 1;
    if (length > 200_000) throw new Error('a very sparse array');
    return Array.from({ length }, (_, at) => (placed.has(at) ? placed.get(at) : item.kind === 'array' ? [] : null));
  }

  #entries(map: Tree): readonly (readonly [string, Tree])[] {
    return map.children.map((entry) => {
      noText(entry);
      const key = entry.children
        .filter(({ local }) => local === 'key')
        .map((child) => this.value(TEXT, child))
        .at(-1);
      const value = entry.children.findLast(({ local }) => local === 'value');
      if (typeof key !== 'string' || value === undefined) throw new Error('an entry without key or value');
      return [key, value];
    });
  }
}

const TEXT: Shape = { kind: 'scalar', codec: 'string' };
const SPACE_ONLY = /^[ \t\r\n]*$/;

function noText({ text }: Tree): void {
  if (!SPACE_ONLY.test(text)) throw new Error('text between elements');
}

function schemaAttribute({ attributes }: Tree, name: string): string | undefined {
  return SCHEMA_YEARS.map((year) => attributes.get(`{http://www.w3.org/${year}/XMLSchema-instance}${name}`)).find(
    (value) => value !== undefined,
  );
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^\s*(?:true|1)\s*$/.test(value);
}

function isNil(element: Tree): boolean {
  return isTrue(schemaAttribute(element, 'nil') ?? schemaAttribute(element, 'null'));
}

/** The declared type (`xsi:type`) as `{namespace}local`. */
function announcedType(element: Tree): string | undefined {
  const name = schemaAttribute(element, 'type')?.trim();
  if (name === undefined) return undefined;
  const [first = '', second] = name.split(':');
  return `{${element.namespaces[second === undefined ? '' : first] ?? ''}}${second ?? first}`;
}

function isMap(element: Tree): boolean {
  return announcedType(element) === '{http://xml.apache.org/xml-soap}Map';
}

function index(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const digits = /^\s*\[(\d+)\]\s*$/.exec(value)?.[1];
  if (digits === undefined) throw new Error('no index');
  return Number(digits);
}

function scalar(codec: string, element: Tree): unknown {
  if (element.children.length > 0) throw new Error('an element inside a text');
  const type = announcedType(element) ?? '';
  const isBase64 =
    /^\{http:\/\/www\.w3\.org\/(?:2001|2000\/10|1999)\/XMLSchema\}base64Binary$/.test(type) ||
    type === `{${ENCODING}}base64` ||
    type === `{${ENCODING}}base64Binary`;
  const text = isBase64 ? fromBase64(element.text) : element.text;
  if (codec === 'string') return text;
  const lexical = text
    .replaceAll('\t', ' ')
    .replaceAll('\n', ' ')
    .replaceAll('\r', ' ')
    .split(' ')
    .filter(Boolean)
    .join(' ');
  if (codec === 'int') {
    const value = /^[+-]?[0-9]+$/.test(lexical) ? Number(lexical) : Number.NaN;
    if (!(value >= -2147483648 && value <= 2147483647)) throw new Error('no int');
    return value === 0 ? 0 : value;
  }
  if (codec !== 'float') throw new Error(`the reference decoder knows no ${codec}`);
  if (lexical === 'NaN' || lexical === 'NAN') return Number.NaN;
  if (lexical === 'INF') return Number.POSITIVE_INFINITY;
  if (lexical === '-INF') return Number.NEGATIVE_INFINITY;
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(lexical)) throw new Error('no float');
  return Number(lexical);
}

function fromBase64(text: string): string {
  const packed = text.replace(/[ \t\r\n]+/g, '');
  const bytes = Buffer.from(packed, 'base64');
  const isRight = packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed);
  if (!isRight || bytes.length !== (packed.length / 4) * 3 - (packed.length - packed.replace(/=+$/, '').length)) {
    throw new Error('no base64');
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
