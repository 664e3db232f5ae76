import type { HeaderPart } from '../../model/model.js';
import { Refusal } from '../../model/refusal.js';
import { WSDL } from '../documents/namespaces.js';
import {
  childrenNamed,
  documentationOf,
  refuse,
  requireAttribute,
  resolveName,
  type XmlElement,
} from '../documents/xml-tree.js';
import type { TypeTable } from '../type-table.js';
import type { Components } from './components.js';
import { typeOfPart } from './part-type.js';

/** The things that reading headers takes. */
interface Surroundings {
  readonly components: Components;
  readonly table: TypeTable;
}

/** Reads the headers of a message. One that cannot be generated for is left out, with a warning. */
export function readHeaders(headers: readonly XmlElement[], surroundings: Surroundings): readonly HeaderPart[] {
  const read = new Map<string, HeaderPart>();
  for (const header of headers) {
    try {
      const part = readHeader(header, surroundings);
      if (!read.has(part.name)) read.set(part.name, part);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      surroundings.table.warnings.add(refuse(header, `is left out: ${error.message}`));
    }
  }
  return [...read.values()];
}

function readHeader(header: XmlElement, { components, table }: Surroundings): HeaderPart {
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
