import type { TypeDefinition, TypeReference } from '../model/model.js';
import { findScalar } from '../model/scalars.js';
import type { SchemaDocument } from './documents/load-documents.js';
import { expandedName, SOAP_ENCODING, XSD } from './documents/namespaces.js';
import {
  childrenNamed,
  isElement,
  refuse,
  requireAttribute,
  resolveName,
  resolveReference,
  type XmlElement,
} from './documents/xml-tree.js';
import { claimIdentifier, type IdentifierScope, toIdentifier } from './identifiers.js';

/** A type that a schema declares, before its content is read. */
export interface DeclaredType {
  readonly kind: TypeDefinition['kind'];
  readonly name: string;
  readonly namespace: string;
  readonly identifier: string;
  readonly element: XmlElement;
}

/** The declared types by expanded name, in the order of the schemas. */
export type TypeTable = ReadonlyMap<string, DeclaredType>;

const SOAP_ARRAY = expandedName(SOAP_ENCODING, 'Array');

// Elements that may stand in a schema beside its types: nothing of RPC/encoded messages refers to them.
const IGNORED: ReadonlySet<string> = new Set(
  'annotation import include element attribute attributeGroup group notation'.split(' '),
);

/**
 * Lists the named types of all schemas.
 *
 * @param scope - takes the identifiers of the types
 * @throws {@link Refusal} when two types have one name, in a namespace or in TypeScript
 */
export function indexTypes(schemas: readonly SchemaDocument[], scope: IdentifierScope): TypeTable {
  const table = new Map<string, DeclaredType>();
  for (const { element: schema, targetNamespace } of schemas) {
    for (const element of schema.children) {
      const isType = isElement(element, XSD, 'complexType') || isElement(element, XSD, 'simpleType');
      if (!isType) {
        if (element.namespace === XSD && IGNORED.has(element.localName)) continue;
        throw refuse(element, 'is not known in a schema');
      }
      const name = requireAttribute(element, 'name');
      const key = expandedName(targetNamespace, name);
      if (table.has(key)) throw refuse(element, `"${key}" is defined twice`);
      const identifier = toIdentifier(name);
      claimIdentifier(scope, identifier, element);
      const kind = kindOf(element);
      if (targetNamespace === '' && kind !== 'alias') {
        throw refuse(element, 'its schema has no target namespace, so its name cannot be written as xsi:type');
      }
      table.set(key, { kind, name, namespace: targetNamespace, identifier, element });
    }
  }
  return table;
}

function kindOf(element: XmlElement): TypeDefinition['kind'] {
  if (element.localName === 'simpleType') return 'alias';
  return arrayRestriction(element) === undefined ? 'struct' : 'array';
}

/** The `xsd:restriction` of `SOAP-ENC:Array` in a complex type that is an array, else undefined. */
export function arrayRestriction(element: XmlElement): XmlElement | undefined {
  return childrenNamed(element, XSD, 'complexContent')
    .flatMap((content) => childrenNamed(content, XSD, 'restriction'))
    .find((restriction) => resolveReference(restriction, 'base') === SOAP_ARRAY);
}

/**
 * Finds the type that a prefixed name refers to.
 *
 * @param element - where the name stands
 * @throws {@link Refusal} when it is not defined or has no fixed content
 */
export function resolveType(table: TypeTable, element: XmlElement, name: string): TypeReference {
  const { namespace, localName } = resolveName(element, name.trim());
  const declared = table.get(expandedName(namespace, localName));
  if (declared !== undefined) {
    return { kind: 'named', identifier: declared.identifier, of: declared.kind };
  }
  if (namespace === XSD || namespace === SOAP_ENCODING) {
    const scalar = findScalar(localName);
    if (scalar !== undefined) return { kind: 'scalar', scalar };
    if (/^(?:anyType|anySimpleType|ur-type)$/.test(localName)) {
      throw refuse(element, `its type, ${name.trim()}, may be anything, so nothing can be generated for it`);
    }
    if (localName === 'Array') throw refuse(element, 'SOAP-ENC:Array does not say what its items are');
  }
  throw refuse(element, `its type "${expandedName(namespace, localName)}" is not defined`);
}
