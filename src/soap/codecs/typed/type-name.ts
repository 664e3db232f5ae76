import type { StartTag } from '../../../xml/tag.js';
import { APACHE_SOAP, isXsd, isXsi, SOAP_ENCODING } from '../../decoder/names.js';

export interface TypeName {
  readonly uri: string;
  readonly local: string;
}

export function announcedType(tag: StartTag): TypeName | undefined {
  const value = tag.attributes.find(({ uri, local }) => local === 'type' && isXsi(uri))?.value;
  if (value !== undefined) return resolveTypeName(tag, value);
  // SOAP encoding defines elements named after their types (SOAP 1.1 section 5.2.3).
  return tag.uri === SOAP_ENCODING ? { uri: tag.uri, local: tag.local } : undefined;
}

export function resolveTypeName({ scope }: StartTag, value: string): TypeName | undefined {
  const name = value.trim();
  const colon = name.indexOf(':');
  const uri = scope.lookup(colon === -1 ? '' : name.slice(0, colon)) ?? (colon === -1 ? '' : undefined);
  return uri === undefined ? undefined : { uri, local: name.slice(colon + 1) };
}

export function expandedName({ uri, local }: TypeName): string {
  return uri === '' ? local : `{${uri}}${local}`;
}

/** Parses an expanded name: `{namespace}local` or `local`. */
export function typeNameOf(expanded: string): TypeName {
  const end = expanded.lastIndexOf('}');
  return end === -1 ? { uri: '', local: expanded } : { uri: expanded.slice(1, end), local: expanded.slice(end + 1) };
}

export function saysNothing({ uri, local }: TypeName): boolean {
  if (uri === SOAP_ENCODING) return local === 'Struct';
  if (uri === APACHE_SOAP) return local === 'Map';
  return isXsd(uri) && /^(?:anyType|ur-type|anySimpleType)$/.test(local);
}
