import type { AliasDefinition, ListDefinition, TypeReference } from '../model/model.js';
import { XSD } from './documents/namespaces.js';
import {
  childrenNamed,
  describe,
  documentationOf,
  refuse,
  requireAttribute,
  type XmlElement,
} from './documents/xml-tree.js';
import { resolveType, textType } from './resolve-type.js';
import type { DeclaredType, TypeTable } from './type-table.js';

/** Reads a named simple type. A union is text, because the text does not show the member type. */
export function readSimpleType(table: TypeTable, declared: DeclaredType): AliasDefinition | ListDefinition {
  const { name, namespace, identifier, element } = declared;
  const { type, documentation } = read(table, element, [declared]);
  const common = { name, namespace, identifier, documentation };
  return type.kind === 'list' ? { kind: 'list', ...common, item: type.item } : { kind: 'alias', ...common, base: type };
}

interface InlineType {
  readonly type: TypeReference;
  readonly documentation: string;
}

export function readInlineType(table: TypeTable, element: XmlElement): InlineType {
  return read(table, element, []);
}

function read(table: TypeTable, element: XmlElement, inside: readonly DeclaredType[]): InlineType {
  const documentation = documentationOf(element);
  for (const child of element.children) {
    if (child.namespace === XSD && child.localName === 'annotation') continue;
    if (child.namespace === XSD && child.localName === 'restriction') {
      return readRestriction(table, child, documentation, inside);
    }
    if (child.namespace === XSD && child.localName === 'list') {
      return { type: { kind: 'list', item: itemOf(table, child, inside) }, documentation };
    }
    if (child.namespace === XSD && child.localName === 'union') return { type: textType(), documentation };
    throw refuse(child, `is not supported in ${describe(element)}`);
  }
  throw refuse(element, 'has no xsd:restriction');
}

function readRestriction(
  table: TypeTable,
  restriction: XmlElement,
  text: string,
  inside: readonly DeclaredType[],
): InlineType {
  const base = baseOf(table, restriction, 'base', inside);
  const values = childrenNamed(restriction, XSD, 'enumeration').map((value) => requireAttribute(value, 'value'));
  const allowed =
    values.length === 0 ? '' : `Allowed values: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { type: base, documentation: [text, allowed].filter((part) => part !== '').join('\n\n') };
}

/** The type of the items of a list: of a list of lists, which XML Schema does not have, text. */
function itemOf(table: TypeTable, list: XmlElement, inside: readonly DeclaredType[]): TypeReference {
  const item = baseOf(table, list, 'itemType', inside);
  return item.kind === 'list' || (item.kind === 'named' && item.of === 'list') ? textType() : item;
}

function baseOf(
  table: TypeTable,
  element: XmlElement,
  attribute: string,
  inside: readonly DeclaredType[],
): TypeReference {
  const [inline] = childrenNamed(element, XSD, 'simpleType');
  const name = element.attributes.get(attribute);
  if (name === undefined && inline !== undefined) return read(table, inline, inside).type;
  refuseCircle(table, element, attribute, inside);
  const base = resolveType(table, element, requireAttribute(element, attribute));
  if (base.kind !== 'named' || base.of === 'alias' || base.of === 'list') return base;
  if (base.of === 'any') return textType();
  throw refuse(element, 'its base is not a simple type');
}

function refuseCircle(table: TypeTable, element: XmlElement, attribute: string, inside: readonly DeclaredType[]): void {
  const seen = [...inside];
  for (let [place, name] = [element, attribute]; ; ) {
    const next = declaredAt(table, place, name);
    if (next?.kind !== 'simple') return;
    const [first] = seen;
    if (seen.includes(next)) throw refuse((first ?? next).element, 'is derived from itself');
    seen.push(next);
    const [restriction] = childrenNamed(next.element, XSD, 'restriction');
    if (restriction === undefined) return;
    [place, name] = [restriction, 'base'];
  }
}

function declaredAt(table: TypeTable, element: XmlElement, attribute: string): DeclaredType | undefined {
  const name = element.attributes.get(attribute);
  if (name === undefined) return undefined;
  const colon = name.indexOf(':');
  const namespace = element.prefixes.get(colon < 0 ? '' : name.slice(0, colon)) ?? '';
  return table.get(namespace === '' ? name.slice(colon + 1) : `{${namespace}}${name.slice(colon + 1)}`);
}
