import type { ArrayDefinition, TypeReference } from '../model/model.js';
import { expandedName, SOAP_ENCODING, WSDL, XSD } from './documents/namespaces.js';
import { documentationOf, isElement, refuse, resolveReference, type XmlElement } from './documents/xml-tree.js';
import { typeOfElement } from './fields.js';
import { anyValue, resolveType } from './resolve-type.js';
import { complexBase, type DeclaredType, isArrayBase, type TypeTable } from './type-table.js';

const ARRAY_TYPE = expandedName(SOAP_ENCODING, 'arrayType');
const WSDL_ARRAY_TYPE = expandedName(WSDL, 'arrayType');

/** In brackets inside each other, and by the commas in them. */
const MAX_DIMENSIONS = 32;

interface Items {
  readonly item: TypeReference;
  readonly dimensions: number;
}

/**
 * Reads an array. Its items are defined by `wsdl:arrayType`, otherwise by a repeated element, otherwise they are any
 * values.
 */
export function readArrayType(table: TypeTable, declared: DeclaredType): ArrayDefinition {
  const { name, namespace, identifier, element } = declared;
  const items = itemsOf(table, declared, [declared]) ?? { item: anyValue(table), dimensions: 1 };
  return { kind: 'array', name, namespace, identifier, documentation: documentationOf(element), ...items };
}

function itemsOf(table: TypeTable, declared: DeclaredType, inside: readonly DeclaredType[]): Items | undefined {
  const base = complexBase(declared.element);
  if (base === undefined) throw refuse(declared.element, 'must be an array');
  const declaredItems = itemByAttribute(table, base.derivation) ?? itemByElement(table, declared, base.derivation);
  if (declaredItems !== undefined || isArrayBase(base)) return declaredItems;
  const next = table.get(base.name);
  if (next === undefined || inside.includes(next)) return undefined;
  return itemsOf(table, next, [...inside, next]);
}

function itemByAttribute(table: TypeTable, derivation: XmlElement): Items | undefined {
  for (const attribute of derivation.children.filter((child) => isElement(child, XSD, 'attribute'))) {
    if (!attribute.attributes.has('ref') || resolveReference(attribute, 'ref') !== ARRAY_TYPE) continue;
    const arrayType = attribute.attributes.get(WSDL_ARRAY_TYPE) ?? attribute.attributes.get('default');
    if (arrayType === undefined) continue;
    // Some leave out the brackets.
    const [, itemName, brackets] = /^\s*([^[\]\s]+)\s*((?:\[[0-9,\s]*\]\s*)*)$/.exec(arrayType) ?? [];
    if (itemName === undefined || brackets === undefined) {
      throw refuse(attribute, `wsdl:arrayType="${arrayType}" is not a type followed by []`);
    }
    // The last brackets are those of the array itself, the others those of its items.
    const sizes = brackets.split('[').slice(1);
    const dimensions = sizes.map((size) => size.split(',').length);
    if (dimensions.reduce((sum, one) => sum + one, 0) > MAX_DIMENSIONS) {
      throw refuse(attribute, `wsdl:arrayType has more than ${MAX_DIMENSIONS} dimensions`);
    }
    const last = dimensions.pop() ?? 1;
    let item = resolveType(table, attribute, itemName);
    for (const inner of dimensions) item = { kind: 'array', item, dimensions: inner };
    return { item, dimensions: last };
  }
  return undefined;
}

function itemByElement(table: TypeTable, { identifier }: DeclaredType, derivation: XmlElement): Items | undefined {
  const items = derivation.children
    .filter((child) => isElement(child, XSD, 'sequence') || isElement(child, XSD, 'all'))
    .flatMap((group) => group.children)
    .filter((child) => !isElement(child, XSD, 'annotation') && !isElement(child, XSD, 'any'));
  const [item, second] = items;
  if (item === undefined) return undefined;
  if (second !== undefined) throw refuse(second, 'an array has items of one kind only');
  if (!isElement(item, XSD, 'element')) throw refuse(item, 'does not define the items of the array');
  const ref = item.attributes.has('ref') ? table.globals.find('element', resolveReference(item, 'ref')) : undefined;
  const { type } = typeOfElement(table, ref ?? item, identifier, 'item');
  return { item: type, dimensions: 1 };
}
