import type { StartTag } from '../../../xml/tag.js';
import type { Codec } from '../../decoder/codec.js';
import { APACHE_SOAP, isXsd, isXsi, SOAP_ENCODING } from '../../decoder/names.js';

/** A type identified by name: the `$type` of its values, its wire name `{namespace}local`, and its codec. */
export type KnownType = readonly [name: string, wireName: string, codec: Codec<unknown>];

export class KnownTypes {
  readonly names: readonly string[];
  readonly #byName: ReadonlyMap<string, KnownType>;
  readonly #byWireName: ReadonlyMap<string, KnownType>;
  readonly #byLocal = new Map<string, KnownType | undefined>();

  constructor(types: readonly KnownType[]) {
    this.names = types.map(([name]) => name);
    this.#byName = new Map(types.map((type) => [type[0], type]));
    this.#byWireName = new Map(types.map((type) => [type[1], type]));
    for (const type of types) {
      const local = type[1].slice(type[1].lastIndexOf('}') + 1);
      this.#byLocal.set(local, this.#byLocal.has(local) ? undefined : type);
    }
  }

  named(name: string): KnownType | undefined {
    return this.#byName.get(name);
  }

  /** Returns the type with this wire name. If the namespace differs, a unique local name is enough. */
  announced(name: TypeName): KnownType | undefined {
    return this.#byWireName.get(expandedName(name)) ?? this.#byLocal.get(name.local);
  }
}

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

export function typeNameOf(expanded: string): TypeName {
  const end = expanded.lastIndexOf('}');
  return end === -1 ? { uri: '', local: expanded } : { uri: expanded.slice(1, end), local: expanded.slice(end + 1) };
}

export function isUnspecific({ uri, local }: TypeName): boolean {
  if (uri === SOAP_ENCODING) return local === 'Struct';
  if (uri === APACHE_SOAP) return local === 'Map';
  return isXsd(uri) && /^(?:anyType|ur-type|anySimpleType)$/.test(local);
}
