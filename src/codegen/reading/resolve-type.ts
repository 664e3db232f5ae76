import type { TypeReference } from '../model/model.js';
import { findScalar } from '../model/scalars.js';
import { APACHE_SOAP, expandedName, SOAP_ENCODING, XSD } from './documents/namespaces.js';
import { childrenNamed, refuse, resolveName, type XmlElement } from './documents/xml-tree.js';
import type { DeclaredType, TypeTable } from './type-table.js';

const STRING: TypeReference = { kind: 'scalar', scalar: { codec: 'string', type: 'string' } };

const APACHE_MAP = expandedName(APACHE_SOAP, 'Map');

/** The types whose values may be anything. */
const ANY_TYPES: ReadonlySet<string> = new Set([
  ...['anyType', 'anySimpleType', 'ur-type'].map((name) => expandedName(XSD, name)),
  ...['Array', 'Struct', 'anyType'].map((name) => expandedName(SOAP_ENCODING, name)),
]);

const NOT_SUPPORTED: ReadonlyMap<string, string> = new Map([
  [expandedName(XSD, 'Array'), 'does not exist. Use a restriction of SOAP-ENC:Array'],
  [expandedName(XSD, 'NOTATION'), 'is not supported: it refers to a DTD'],
]);

export function anyValue(table: TypeTable): TypeReference {
  return { kind: 'named', identifier: table.any, of: 'any' };
}

/** Refers to a declared type, or to the union of it and its derived types. */
export function referTo(table: TypeTable, declared: DeclaredType): TypeReference {
  const { identifier, kind } = declared;
  if (kind === 'simple') return { kind: 'named', identifier, of: simpleKind(table, declared) };
  if (table.derivedFrom(declared).length > 0) {
    return { kind: 'named', identifier: table.unionOf(declared), of: 'union' };
  }
  return { kind: 'named', identifier, of: kind };
}

function simpleKind(table: TypeTable, { element }: DeclaredType): 'alias' | 'list' {
  const seen = new Set<XmlElement>();
  for (let type: XmlElement | undefined = element; type !== undefined && !seen.has(type); ) {
    seen.add(type);
    if (childrenNamed(type, XSD, 'list').length > 0) return 'list';
    const [restriction] = childrenNamed(type, XSD, 'restriction');
    const base = restriction?.attributes.get('base');
    if (restriction === undefined) return 'alias';
    if (base === undefined) [type] = childrenNamed(restriction, XSD, 'simpleType');
    else {
      const { namespace, localName } = resolveName(restriction, base);
      type = table.get(expandedName(namespace, localName))?.element;
    }
  }
  return 'alias';
}

/** Finds the type that a prefixed name refers to. An undefined type becomes any value, with a warning. */
export function resolveType(table: TypeTable, element: XmlElement, name: string): TypeReference {
  const { namespace, localName } = resolveName(element, name.trim());
  const key = expandedName(namespace, localName);
  // Some schemas describe a Map as a struct of structs: it is read and written by its own rules all the same.
  if (key === APACHE_MAP) return anyValue(table);
  const declared = table.get(key);
  if (declared !== undefined) return referTo(table, declared);
  if (namespace === APACHE_SOAP || ANY_TYPES.has(key)) return anyValue(table);
  if (namespace === XSD || namespace === SOAP_ENCODING) {
    const scalar = findScalar(localName);
    if (scalar !== undefined) return { kind: 'scalar', scalar };
  }
  const reason = NOT_SUPPORTED.get(key);
  if (reason !== undefined) throw refuse(element, `its type, xsd:${localName}, ${reason}`);
  const missing = table.missing(namespace);
  if (missing !== undefined) throw missing;
  table.warnings.add(refuse(element, `its type "${key}" is not defined: it may be any value`));
  return anyValue(table);
}

export function textType(): TypeReference {
  return STRING;
}
