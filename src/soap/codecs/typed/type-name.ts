import type { StartTag } from '../../../xml/tag.js';
import { APACHE_SOAP, isXsd, isXsi, SOAP_ENCODING } from '../../decoder/names.js';

/** The name of a type, its namespace resolved; empty where it has none. */
export interface TypeName {
  readonly uri: string;
  readonly local: string;
}

/** Reads the `xsi:type` of a tag; `undefined` where it has none, or its prefix is bound to nothing. */
export function announcedType(tag: StartTag): TypeName | undefined {
  const value = tag.attributes.find(({ uri, local }) => local === 'type' && isXsi(uri))?.value;
  if (value !== undefined) return resolveTypeName(tag, value);
  // SOAP encoding has elements that are called like their types (SOAP 1.1 section 5.2.3).
  return tag.uri === SOAP_ENCODING ? { uri: tag.uri, local: tag.local } : undefined;
}

/** Resolves the name of a type with the prefixes in scope at a tag; `undefined` where its prefix is not bound. */
export function resolveTypeName({ scope }: StartTag, value: string): TypeName | undefined {
  const name = value.trim();
  const colon = name.indexOf(':');
  const uri = scope.lookup(colon === -1 ? '' : name.slice(0, colon)) ?? (colon === -1 ? '' : undefined);
  return uri === undefined ? undefined : { uri, local: name.slice(colon + 1) };
}

/** Writes a name as one text: `{namespace}local`, or the local name alone where it has no namespace. */
export function expandedName({ uri, local }: TypeName): string {
  return uri === '' ? local : `{${uri}}${local}`;
}

/** Takes such a text apart. */
export function typeNameOf(expanded: string): TypeName {
  const end = expanded.lastIndexOf('}');
  return end === -1 ? { uri: '', local: expanded } : { uri: expanded.slice(1, end), local: expanded.slice(end + 1) };
}

/** Tells whether a name says nothing about what a struct is: the types from which every other one is derived. */
export function saysNothing({ uri, local }: TypeName): boolean {
  if (uri === SOAP_ENCODING) return local === 'Struct';
  if (uri === APACHE_SOAP) return local === 'Map';
  return isXsd(uri) && /^(?:anyType|ur-type|anySimpleType)$/.test(local);
}
