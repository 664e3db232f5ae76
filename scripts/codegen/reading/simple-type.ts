import type { AliasDefinition, TypeReference } from '../model/model.js';
import { XSD } from './documents/namespaces.js';
import {
  childrenNamed,
  describe,
  documentationOf,
  refuse,
  requireAttribute,
  resolveReference,
  type XmlElement,
} from './documents/xml-tree.js';
import { type DeclaredType, resolveType, type TypeTable } from './type-table.js';

/**
 * Reads a named simple type: another name for its base, its allowed values told in the documentation.
 *
 * @throws {@link Refusal} when it is a list or a union, or has no simple base
 */
export function readSimpleType(table: TypeTable, declared: DeclaredType): AliasDefinition {
  const { name, namespace, identifier, element } = declared;
  refuseCircularBase(table, declared);
  const { base, documentation } = readRestriction(table, element);
  return { kind: 'alias', name, namespace, identifier, documentation, base };
}

/** Reads the restriction in a simple type, named or not. */
export function readRestriction(
  table: TypeTable,
  element: XmlElement,
): { readonly base: TypeReference; readonly documentation: string } {
  const restriction = restrictionIn(element);
  const base = resolveType(table, restriction, requireAttribute(restriction, 'base'));
  if (base.kind === 'named' && base.of !== 'alias') throw refuse(restriction, 'its base is not a simple type');
  const values = childrenNamed(restriction, XSD, 'enumeration').map((value) => requireAttribute(value, 'value'));
  const allowed =
    values.length === 0 ? '' : `Allowed values: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  const documentation = [documentationOf(element), allowed].filter((text) => text !== '').join('\n\n');
  return { base, documentation };
}

function restrictionIn(element: XmlElement): XmlElement {
  for (const child of element.children) {
    if (child.namespace === XSD && child.localName === 'restriction') return child;
    if (child.namespace === XSD && child.localName === 'annotation') continue;
    throw refuse(child, `in ${describe(element)}: only restrictions of simple types are supported`);
  }
  throw refuse(element, 'has no xsd:restriction');
}

function refuseCircularBase(table: TypeTable, declared: DeclaredType): void {
  const seen = new Set<DeclaredType>();
  for (let type: DeclaredType | undefined = declared; type?.kind === 'alias'; ) {
    if (seen.has(type)) throw refuse(declared.element, 'is derived from itself');
    seen.add(type);
    type = table.get(resolveReference(restrictionIn(type.element), 'base'));
  }
}
