import { Problem } from '../errors/problem.js';
import { DEFAULT_LIMITS } from '../soap/decoder/limits.js';
import { toUtf8 } from '../xml/charset.js';
import { XmlReader } from '../xml/reader.js';
import { XmlSource } from '../xml/source.js';
import type { StartTag } from '../xml/tag.js';

const XSD = 'http://www.w3.org/2001/XMLSchema';
const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const SOAP_BINDING = 'http://schemas.xmlsoap.org/wsdl/soap/';

export interface ServiceModel {
  readonly operations: ReadonlyMap<string, OperationModel>;
  readonly types: ReadonlyMap<string, TypeModel>;
  readonly marksOptional: boolean;
}

export interface OperationModel {
  readonly soapAction: string;
  readonly binding: string;
  readonly input: Parts;
  readonly output: Parts;
}

export type Parts = ReadonlyMap<string, string>;

export type TypeModel =
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, FieldModel> }
  | { readonly kind: 'array'; readonly item: string };

interface FieldModel {
  readonly type: string;
  readonly isOptional: boolean;
}

/**
 * Reads a WSDL 1.1 with a SOAP binding. Types have names such as `xsd:int`, `Group` and, for arrays, `Group[]`.
 *
 * @throws Problem if the document is not such a WSDL
 */
export function readWsdl(document: Uint8Array, charset: string | undefined): ServiceModel {
  const root = readElements(document, charset);
  if (root.uri !== WSDL || root.local !== 'definitions') throw new Problem('is not a WSDL 1.1 document');
  const named = (local: string): readonly Element[] => root.children.filter((child) => child.local === local);
  const messages = new Map(named('message').map((message) => [nameOf(message), partsOf(message)]));
  const types = new Map(
    named('types')
      .flatMap(({ children }) => children.filter(({ local }) => local === 'schema'))
      .flatMap(({ children }) => children.filter(({ local }) => local === 'complexType'))
      .map((type) => [nameOf(type), typeModel(type)]),
  );
  const portTypes = new Map(
    named('portType').map((portType) => {
      const own = childrenOf(portType, 'operation').map((operation) => [nameOf(operation), operation] as const);
      return [nameOf(portType), new Map(own)] as const;
    }),
  );
  const operations = new Map<string, OperationModel>();
  for (const binding of named('binding')) {
    const transport = soapChild(binding, 'binding');
    const portType = portTypes.get(binding.qualified(binding.attribute('type') ?? '').local);
    if (transport === undefined || portType === undefined) continue;
    for (const bound of childrenOf(binding, 'operation')) {
      const abstract = portType.get(nameOf(bound));
      if (abstract === undefined) continue;
      operations.set(nameOf(bound), operationModel(bound, abstract, transport, messages));
    }
  }
  if (operations.size === 0) throw new Problem('has no operation with a SOAP binding');
  const fields = [...types.values()].flatMap((type) => (type.kind === 'struct' ? [...type.fields.values()] : []));
  return { operations, types, marksOptional: fields.some(({ isOptional }) => isOptional) };
}

function operationModel(
  bound: Element,
  abstract: Element,
  binding: Element,
  messages: ReadonlyMap<string, Parts>,
): OperationModel {
  const own = soapChild(bound, 'operation');
  const style = own?.attribute('style') ?? binding.attribute('style') ?? 'document';
  const bodies = ['input', 'output'].map((direction) => {
    const [message] = childrenOf(bound, direction);
    const body = message === undefined ? undefined : soapChild(message, 'body');
    return `${body?.attribute('use') ?? 'literal'} ${body?.attribute('namespace') ?? ''}`;
  });
  const parts = (direction: string): Parts => {
    const [part] = childrenOf(abstract, direction);
    return messages.get(part?.qualified(part.attribute('message') ?? '').local ?? '') ?? new Map<string, string>();
  };
  return {
    soapAction: own?.attribute('soapAction') ?? '',
    binding: [style, ...bodies].join(' '),
    input: parts('input'),
    output: parts('output'),
  };
}

function partsOf(message: Element): Parts {
  const parts = childrenOf(message, 'part');
  return new Map(parts.map((part) => [nameOf(part), typeNamed(part, part.attribute('type'))]));
}

function typeModel(type: Element): TypeModel {
  const array = arrayItem(type);
  if (array !== undefined) return { kind: 'array', item: array };
  const fields = [...descendants(type, 'element')].map(
    (field) =>
      [
        nameOf(field),
        { type: typeNamed(field, field.attribute('type')), isOptional: field.attribute('minOccurs') === '0' },
      ] as const,
  );
  return { kind: 'struct', fields: new Map(fields) };
}

/** Returns the item type of an array (SOAP 1.1 section 5): of `wsdl:arrayType`, or of its repeated element. */
function arrayItem(type: Element): string | undefined {
  const [restriction] = descendants(type, 'restriction');
  if (restriction?.qualified(restriction.attribute('base') ?? '').local !== 'Array') return undefined;
  const [declared] = [...descendants(restriction, 'attribute')].map((one) => one.attribute('arrayType', WSDL));
  const [repeated] = descendants(restriction, 'element');
  if (repeated !== undefined) return typeNamed(repeated, repeated.attribute('type'));
  const [attribute] = descendants(restriction, 'attribute');
  return typeNamed(attribute ?? type, declared?.replace(/\[[\d,]*\]$/, ''));
}

function typeNamed(at: Element, name: string | undefined): string {
  if (name === undefined) return 'of an unnamed type';
  const [bare = '', ...dimensions] = name.split('[');
  const shown = shownName(at.qualified(bare));
  return shown + dimensions.map(() => '[]').join('');
}

function shownName({ uri, local }: QualifiedName): string {
  return uri === XSD ? `xsd:${local}` : local;
}

function nameOf(element: Element): string {
  return element.attribute('name') ?? '';
}

function childrenOf(element: Element, local: string): readonly Element[] {
  return element.children.filter((child) => child.local === local && child.uri === WSDL);
}

function soapChild(element: Element, local: string): Element | undefined {
  return element.children.find((child) => child.local === local && child.uri === SOAP_BINDING);
}

interface Element {
  readonly local: string;
  readonly uri: string;
  readonly children: readonly Element[];
  attribute(local: string, uri?: string): string | undefined;
  qualified(name: string): QualifiedName;
}

interface QualifiedName {
  readonly uri: string;
  readonly local: string;
}

/** Reads a document. @throws Problem if it is not well-formed, or exceeds the limits of a response */
function readElements(document: Uint8Array, charset: string | undefined): Element {
  const xml = new XmlReader(new XmlSource(toUtf8(document, charset)), DEFAULT_LIMITS);
  xml.next();
  const root = readElement(xml);
  xml.next();
  return root;
}

function readElement(xml: XmlReader): Element {
  const { tag } = xml;
  const children: Element[] = [];
  for (let token = xml.next(); token !== 'end'; token = xml.next()) {
    if (token === 'start') children.push(readElement(xml));
  }
  return elementOf(tag, children);
}

function elementOf(tag: StartTag, children: readonly Element[]): Element {
  const { local, uri, attributes, scope } = tag;
  return {
    local,
    uri,
    children,
    attribute: (name, namespace = '') =>
      attributes.find((one) => one.local === name && one.uri === namespace && !one.name.startsWith('xmlns'))?.value,
    qualified: (name) => {
      const [, prefix, part] = /^([^:]*):(.*)$/s.exec(name.trim()) ?? [];
      return prefix === undefined || part === undefined
        ? { uri: scope.defaultUri, local: name.trim() }
        : { uri: scope.lookup(prefix) ?? '', local: part };
    },
  };
}

function* descendants(element: Element, local: string): Generator<Element, void, undefined> {
  for (const child of element.children) {
    if (child.local === local) yield child;
    yield* descendants(child, local);
  }
}
