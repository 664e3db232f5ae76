import { SmsService } from '../../../generated/service.js';
import { Problem } from '../../errors/problem.js';
import type { FieldTable } from '../../soap/codecs/struct.js';
import { soapAttributes } from '../../soap/decoder/attributes.js';
import type { Codec, Fields } from '../../soap/decoder/codec.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { isFault } from '../../soap/messages/fault.js';
import type { Operation } from '../../soap/messages/operation.js';
import { readEnvelope } from '../../soap/messages/response.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { ReadRequest } from '../contract/contract.js';
import { type Drift, type DriftFinder, joined } from '../contract/drift.js';
import { bodyOf, type RecordedResponse } from '../har/recording.js';
import { operationOf } from './request.js';
import { documentIn } from './response-content.js';

export class Comparison {
  readonly #finder: DriftFinder;
  readonly #operation: string;
  readonly #place: string;
  readonly #compared = new Map<object, Set<string>>();
  #isSound = true;

  constructor(finder: DriftFinder, operation: string, place: string) {
    this.#finder = finder;
    this.#operation = operation;
    this.#place = place;
  }

  parts(fields: FieldTable<unknown>, node: ValueNode, isWhole: boolean): boolean {
    const children = node.children();
    const names = this.#fields(fields, children, '');
    // The name of the return value is not significant (SOAP 1.1 section 7.1).
    const [first] = children;
    const { firstName = '' } = fields;
    if (first !== undefined && fields.find(first.name) === undefined && !names.has(firstName)) names.add(firstName);
    if (isWhole) this.#finder.see(this.#operation, '', this.#place, fields.names, names);
    return this.#isSound;
  }

  #fields(fields: Fields<unknown>, children: readonly ValueNode[], path: string): Set<string> {
    const names = new Set<string>();
    for (const child of children) {
      const field = fields.find(child.name);
      const at = joined(path, field?.name ?? child.name);
      if (field === undefined) this.#add('additive', at, 'is not in the contract');
      else {
        names.add(field.name);
        this.#value(field.codec, child, at);
      }
    }
    return names;
  }

  #value(codec: Codec<unknown>, node: ValueNode, path: string): void {
    const { isNil, isBase64, text } = node;
    if (isNil || isBase64 || this.#wasCompared(node, path)) return;
    const { item, fields } = codec;
    const children = node.children();
    const isCompound = item !== undefined || fields !== undefined;
    if (isCompound && children.length === 0 && text.trim() !== '') {
      this.#add('breaking', path, `is a text, and in the contract ${codec.type}`);
    } else if (item !== undefined) {
      for (const child of children) this.#value(item, child, `${path}[]`);
    } else if (fields !== undefined) {
      this.#finder.see(this.#operation, path, this.#place, fields.names, this.#fields(fields, children, path));
    } else if (children.length > 0) {
      this.#add('breaking', path, `has parts, and is in the contract ${codec.type}`);
    } else if (!fits(codec, text)) this.#add('breaking', path, `is no ${codec.type}`);
  }

  #wasCompared({ source }: ValueNode, path: string): boolean {
    const paths = this.#compared.get(source) ?? new Set();
    if (paths.has(path)) return true;
    this.#compared.set(source, paths.add(path));
    return false;
  }

  #add(kind: Drift['kind'], path: string, what: string): void {
    if (kind === 'breaking') this.#isSound = false;
    this.#finder.add(kind, this.#operation, path, what, this.#place);
  }
}

function fits({ parse }: Codec<unknown>, text: string): boolean {
  try {
    parse?.(text);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}

export interface ValueNode {
  /** Without its prefix. */
  readonly name: string;
  readonly isNil: boolean;
  readonly isBase64: boolean;
  readonly isMap: boolean;
  readonly children: () => readonly ValueNode[];
  readonly text: string;
  readonly source: object;
}

interface Written extends Omit<ValueNode, 'source' | 'children'> {
  readonly children: Written[];
  readonly isFault: boolean;
  readonly id: string | undefined;
  readonly href: string | undefined;
}

/** @throws Problem if it is not well-formed */
export function readResponseTree(document: Uint8Array, wrapper: string): ValueNode | undefined {
  const root = readDocument(document);
  const body = root.children.find(({ name }) => name === 'Body');
  const values = body?.children ?? [];
  if (values.some((value) => value.isFault)) return undefined;
  const response = values.find(({ name }) => name === wrapper) ?? values.find(({ id }) => id === undefined);
  if (response === undefined) return undefined;
  const byId = new Map<string, Written>();
  collectIds(root, byId);
  return new References(byId).resolved(response);
}

function readDocument(document: Uint8Array): Written {
  const xml = new XmlReader(new XmlSource(document, false, undefined, 0, true), DEFAULT_LIMITS);
  xml.next();
  return readElement(xml);
}

function readElement(xml: XmlReader): Written {
  const { tag } = xml;
  const { id, href } = tag;
  const { nil, base64, map } = soapAttributes(tag);
  const children: Written[] = [];
  let text = '';
  for (let token = xml.next(); token !== 'end'; token = xml.next()) {
    if (token === 'text') text += xml.value;
    else children.push(readElement(xml));
  }
  return { name: tag.local, isFault: isFault(tag), isNil: nil, isBase64: base64, isMap: map, id, href, children, text };
}

function collectIds(element: Written, byId: Map<string, Written>): void {
  if (element.id !== undefined) byId.set(`#${element.id}`, element);
  for (const child of element.children) collectIds(child, byId);
}

class References {
  readonly #byId: ReadonlyMap<string, Written>;
  readonly #children = new Map<Written, readonly ValueNode[]>();

  constructor(byId: ReadonlyMap<string, Written>) {
    this.#byId = byId;
  }

  resolved(element: Written): ValueNode {
    const source = element.href === undefined ? element : (this.#byId.get(element.href) ?? element);
    const { isNil, isBase64, isMap, text } = source;
    const { name } = element;
    return { name, isNil, isBase64, isMap, text, source, children: () => this.#childrenOf(source) };
  }

  #childrenOf(source: Written): readonly ValueNode[] {
    let children = this.#children.get(source);
    if (children === undefined) {
      const all = source.children.map((child) => this.resolved(child));
      children = source.isMap ? all.map(mapEntry) : all;
      this.#children.set(source, children);
    }
    return children;
  }
}

function mapEntry(entry: ValueNode): ValueNode {
  const key = entry.children().find(({ name }) => name === 'key');
  const value = entry.children().find(({ name }) => name === 'value');
  return value === undefined ? entry : { ...value, name: key?.text.trim() ?? '' };
}

/** The recording client may have enabled this option. */
const LIMITS = { ...DEFAULT_LIMITS, acceptSurrogateReferences: true };

export function findDrift(
  response: RecordedResponse,
  request: ReadRequest,
  place: string,
  finder: DriftFinder,
): boolean {
  const operation = operationOf(request.operation);
  let document: Uint8Array = new Uint8Array();
  try {
    document = documentIn({ ...response, body: bodyOf(response) });
    const content = readEnvelope(SmsService, operation, document, LIMITS);
    if (content.kind !== 'output') return false;
    compare(operation, document, place, finder, isSuccess(content.output));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    checkUnreadable(operation, document, place, finder, error);
  }
  return true;
}

function checkUnreadable(
  operation: Operation<unknown, unknown>,
  document: Uint8Array,
  place: string,
  finder: DriftFinder,
  problem: Problem,
): void {
  try {
    if (!compare(operation, document, place, finder, false)) return;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  finder.add('breaking', operation.name, problem.path.replace(/\[\d+\]/g, '[]'), problem.message, place);
}

function compare(
  { name, output }: Operation<unknown, unknown>,
  document: Uint8Array,
  place: string,
  finder: DriftFinder,
  isWhole: boolean,
): boolean {
  const tree = readResponseTree(document, output.wrapper);
  return tree === undefined || new Comparison(finder, name, place).parts(output.fields, tree, isWhole);
}

function isSuccess(output: unknown): boolean {
  return (output as { readonly result?: unknown }).result === 0;
}
