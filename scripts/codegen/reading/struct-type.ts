import type { Field, StructDefinition, TypeReference } from '../model/model.js';
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
import { readRestriction } from './simple-type.js';
import { type DeclaredType, resolveType, type TypeTable } from './type-table.js';

/**
 * Reads a struct: the fields of the struct it extends, if any, then its own.
 *
 * @throws {@link Refusal} when its content is anything but one element per field
 */
export function readStructType(table: TypeTable, declared: DeclaredType): StructDefinition {
  const { name, namespace, identifier, element } = declared;
  const fields: Field[] = [];
  const names = new Set<string>();
  for (const { field, place } of fieldsOfType(table, element, [])) {
    if (names.has(field.name)) throw refuse(place, `a second field of this name in ${describe(element)}`);
    names.add(field.name);
    fields.push(field);
  }
  return { kind: 'struct', name, namespace, identifier, documentation: documentationOf(element), fields };
}

interface PlacedField {
  readonly field: Field;
  readonly place: XmlElement;
}

const WHY_NOT: Readonly<Record<string, string>> = {
  choice: 'a struct has each of its fields, not one of several',
  any: 'content that is not declared cannot be generated for',
  group: 'model groups are not supported',
  sequence: 'a group within a group is not supported',
  all: 'a group within a group is not supported',
  attribute: 'SOAP encoding carries a struct in elements, not in attributes',
  attributeGroup: 'SOAP encoding carries a struct in elements, not in attributes',
  anyAttribute: 'SOAP encoding carries a struct in elements, not in attributes',
  simpleContent: 'text with attributes is no struct of SOAP encoding',
  restriction: 'only SOAP-ENC:Array may be restricted; structs can be extended',
};

function unsupported(element: XmlElement): Error {
  const why = element.namespace === XSD ? WHY_NOT[element.localName] : undefined;
  return refuse(element, why ?? 'is not known in a struct');
}

function fieldsOfType(table: TypeTable, type: XmlElement, derived: readonly XmlElement[]): readonly PlacedField[] {
  if (derived.includes(type)) throw refuse(type, 'is derived from itself');
  if (/^\s*(?:true|1)\s*$/.test(type.attributes.get('mixed') ?? '')) {
    throw refuse(type, 'mixed content is no struct of SOAP encoding');
  }
  const content = childrenNamed(type, XSD, 'complexContent')[0];
  if (content === undefined) return fieldsOfGroups(table, type);
  const [extension] = content.children.filter((child) => child.localName !== 'annotation');
  if (extension === undefined) throw refuse(content, 'is empty');
  if (extension.localName !== 'extension') throw unsupported(extension);
  const base = table.get(resolveReference(extension, 'base'));
  if (base?.kind !== 'struct') {
    throw refuse(extension, `its base "${extension.attributes.get('base')}" is not a struct that the schema defines`);
  }
  return [...fieldsOfType(table, base.element, [...derived, type]), ...fieldsOfGroups(table, extension)];
}

function fieldsOfGroups(table: TypeTable, parent: XmlElement): readonly PlacedField[] {
  return parent.children.flatMap((group) => {
    if (group.namespace === XSD && group.localName === 'annotation') return [];
    if (group.namespace !== XSD || !['all', 'sequence'].includes(group.localName)) throw unsupported(group);
    refuseRepetition(group);
    return group.children.flatMap((child) => {
      if (child.namespace === XSD && child.localName === 'annotation') return [];
      if (child.namespace !== XSD || child.localName !== 'element') throw unsupported(child);
      const field = readField(table, child);
      return [{ field: { ...field, optional: field.optional || mayBeAbsent(group) }, place: child }];
    });
  });
}

function readField(table: TypeTable, element: XmlElement): Field {
  if (element.attributes.has('ref')) {
    throw refuse(element, 'references to global elements are not supported');
  }
  const name = requireAttribute(element, 'name');
  refuseRepetition(element);
  const { type, documentation } = readFieldType(table, element);
  return {
    name,
    type,
    optional: mayBeAbsent(element),
    nillable: /^\s*(?:true|1)\s*$/.test(element.attributes.get('nillable') ?? 'false'),
    documentation: [documentationOf(element), documentation].filter((text) => text !== '').join('\n\n'),
  };
}

function refuseRepetition(element: XmlElement): void {
  if (/^\s*1\s*$/.test(element.attributes.get('maxOccurs') ?? '1')) return;
  throw refuse(element, 'a field occurs at most once; a list is a SOAP-ENC:Array');
}

function mayBeAbsent(element: XmlElement): boolean {
  return /^\s*0\s*$/.test(element.attributes.get('minOccurs') ?? '1');
}

function readFieldType(
  table: TypeTable,
  element: XmlElement,
): { readonly type: TypeReference; readonly documentation: string } {
  const name = element.attributes.get('type');
  if (name !== undefined) return { type: resolveType(table, element, name), documentation: '' };
  const [simple] = childrenNamed(element, XSD, 'simpleType');
  if (simple !== undefined) {
    const { base, documentation } = readRestriction(table, simple);
    return { type: base, documentation };
  }
  const [complex] = childrenNamed(element, XSD, 'complexType');
  if (complex !== undefined) throw refuse(complex, 'a type without a name is not supported: name it');
  throw refuse(element, 'has no type, so it may be anything');
}
