import type { HeaderPart, TypeReference } from '../../model/model.js';
import { Refusal } from '../../model/refusal.js';
import { SOAP, SOAP_ENCODING, WSDL } from '../documents/namespaces.js';
import {
  childrenNamed,
  documentationOf,
  isElement,
  refuse,
  requireAttribute,
  resolveName,
  resolveReference,
  type XmlElement,
} from '../documents/xml-tree.js';
import { typeOfElement } from '../fields.js';
import { anyValue, resolveType } from '../resolve-type.js';
import type { TypeTable } from '../type-table.js';
import type { Components } from './components.js';

interface SoapBody {
  /** Namespace of the wrapper element; empty where none is given, as WSDL 1.1 has it. */
  readonly namespace: string;
  readonly parts: ReadonlySet<string> | undefined;
  readonly headers: readonly XmlElement[];
}

export function readSoapBody(operation: XmlElement, direction: 'input' | 'output'): SoapBody {
  const [message] = childrenNamed(operation, WSDL, direction);
  if (message === undefined) throw refuse(operation, `does not bind its ${direction}`);
  for (const child of message.children) {
    const isKnown = isElement(child, SOAP, 'body') || isElement(child, SOAP, 'header');
    if (!isKnown && !isElement(child, WSDL, 'documentation')) throw refuse(child, 'is not supported');
  }
  const headers = childrenNamed(message, SOAP, 'header');
  const [body] = childrenNamed(message, SOAP, 'body');
  // Nothing is said of it: PHP, too, takes it for a wrapper in no namespace.
  if (body === undefined) return { namespace: '', parts: undefined, headers };
  const styles = (body.attributes.get('encodingStyle') ?? SOAP_ENCODING).trim().split(/\s+/);
  if (!styles.includes(SOAP_ENCODING)) {
    throw refuse(body, `encodingStyle="${styles.join(' ')}" is not SOAP encoding`);
  }
  const namespace = body.attributes.get('namespace') ?? '';
  const parts = body.attributes.get('parts');
  return {
    headers,
    namespace,
    parts: parts === undefined ? undefined : new Set(parts.split(/\s+/).filter((name) => name !== '')),
  };
}

export function typeOfPart(part: XmlElement, types: TypeTable): TypeReference {
  if (!part.attributes.has('element')) return resolveType(types, part, requireAttribute(part, 'type'));
  const key = resolveReference(part, 'element');
  const element = types.globals.find('element', key);
  if (element !== undefined) return typeOfElement(types, element, key.slice(key.lastIndexOf('}') + 1)).type;
  types.warnings.add(refuse(part, `its element "${key}" is not defined: it may be any value`));
  return anyValue(types);
}

interface HeaderContext {
  readonly components: Components;
  readonly table: TypeTable;
}

/** Reads the headers of a message. One that cannot be generated for is left out, with a warning. */
export function readHeaders(headers: readonly XmlElement[], context: HeaderContext): readonly HeaderPart[] {
  const read = new Map<string, HeaderPart>();
  for (const header of headers) {
    try {
      const part = readHeader(header, context);
      if (!read.has(part.name)) read.set(part.name, part);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.table.warnings.add(refuse(header, `is skipped: ${error.message}`));
    }
  }
  return [...read.values()];
}

function readHeader(header: XmlElement, { components, table }: HeaderContext): HeaderPart {
  const use = header.attributes.get('use')?.trim() ?? 'literal';
  if (use !== 'encoded') throw refuse(header, `use="${use}" is not supported, only encoded`);
  const wanted = requireAttribute(header, 'part').trim();
  const message = components.find('message', header, 'message');
  const part = childrenNamed(message, WSDL, 'part').find(({ attributes }) => attributes.get('name')?.trim() === wanted);
  if (part === undefined) throw refuse(header, `its message has no part "${wanted}"`);
  const type = typeOfPart(part, table);
  const documentation = documentationOf(part);
  const element = part.attributes.get('element');
  if (element === undefined) {
    return { name: wanted, namespace: header.attributes.get('namespace')?.trim() ?? '', type, documentation };
  }
  const { namespace, localName } = resolveName(part, element.trim());
  return { name: localName, namespace, type, documentation };
}
