import type { ArrayDefinition, TypeReference } from '../model/model.js';
import { expandedName, SOAP_ENCODING, WSDL, XSD } from './documents/namespaces.js';
import {
  documentationOf,
  isElement,
  refuse,
  requireAttribute,
  resolveReference,
  type XmlElement,
} from './documents/xml-tree.js';
import { arrayRestriction, type DeclaredType, resolveType, type TypeTable } from './type-table.js';

const ARRAY_TYPE = expandedName(SOAP_ENCODING, 'arrayType');
const WSDL_ARRAY_TYPE = expandedName(WSDL, 'arrayType');

/**
 * Reads an array: a restriction of `SOAP-ENC:Array` that names its items by `wsdl:arrayType` or, failing that,
 * by a repeated element.
 *
 * @throws {@link Refusal} when it does not say what its items are, or has several dimensions
 */
export function readArrayType(table: TypeTable, declared: DeclaredType): ArrayDefinition {
  const { name, namespace, identifier, element } = declared;
  const restriction = arrayRestriction(element);
  if (restriction === undefined) throw refuse(element, 'is not an array');
  const item = itemByAttribute(table, restriction) ?? itemByElement(table, restriction);
  if (item === undefined) throw refuse(element, 'does not say what its items are');
  return { kind: 'array', name, namespace, identifier, documentation: documentationOf(element), item };
}

function itemByAttribute(table: TypeTable, restriction: XmlElement): TypeReference | undefined {
  for (const attribute of restriction.children.filter((child) => isElement(child, XSD, 'attribute'))) {
    if (resolveReference(attribute, 'ref') !== ARRAY_TYPE) continue;
    const arrayType = attribute.attributes.get(WSDL_ARRAY_TYPE);
    if (arrayType === undefined) continue;
    const [, itemName, dimensions] = /^\s*([^[\]\s]+)\s*((?:\[[0-9,\s]*\]\s*)+)$/.exec(arrayType) ?? [];
    if (itemName === undefined || dimensions === undefined) {
      throw refuse(attribute, `wsdl:arrayType="${arrayType}" is not a type followed by []`);
    }
    if (dimensions.includes(',')) {
      throw refuse(attribute, `wsdl:arrayType="${arrayType}": arrays of several dimensions are not supported`);
    }
    let item = resolveType(table, attribute, itemName);
    for (let depth = dimensions.split('[').length - 1; depth > 1; depth -= 1) item = { kind: 'array', item };
    return item;
  }
  return undefined;
}

function itemByElement(table: TypeTable, restriction: XmlElement): TypeReference | undefined {
  const items = restriction.children
    .filter((child) => isElement(child, XSD, 'sequence') || isElement(child, XSD, 'all'))
    .flatMap((group) => group.children)
    .filter((child) => !isElement(child, XSD, 'annotation'));
  const [item, second] = items;
  if (item === undefined) return undefined;
  if (second !== undefined) throw refuse(second, 'an array has items of one kind only');
  if (!isElement(item, XSD, 'element')) throw refuse(item, 'does not say what the items of the array are');
  return resolveType(table, item, requireAttribute(item, 'type'));
}
