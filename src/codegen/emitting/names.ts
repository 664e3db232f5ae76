import { RESERVED_WORDS, toWord } from '../model/identifiers.js';
import type { ArrayDefinition, Definition, OperationModel, ServiceModel, TypeReference } from '../model/model.js';

export function codecName(identifier: string): string {
  return `${identifier}Codec`;
}

/** Returns a parameter name for each field. Reserved words and duplicates get a `_` at the end. */
export function parameterNames(fields: readonly string[]): readonly string[] {
  const asTheyAre = new Set(fields.filter((name) => toWord(name) === name && !RESERVED_WORDS.has(name)));
  const taken = new Set(asTheyAre);
  return fields.map((name) => {
    if (asTheyAre.has(name)) return name;
    let parameter = toWord(name);
    while (RESERVED_WORDS.has(parameter) || taken.has(parameter)) parameter += '_';
    taken.add(parameter);
    return parameter;
  });
}

export function typeOf(reference: TypeReference, prefix = ''): string {
  switch (reference.kind) {
    case 'scalar':
      return reference.scalar.type;
    case 'named':
      return prefix + reference.identifier;
    case 'list':
      return `readonly ${parenthesize(typeOf(reference.item, prefix))}[]`;
    default:
      return arrayTypeOf(reference, prefix);
  }
}

export function arrayTypeOf(array: Pick<ArrayDefinition, 'item' | 'dimensions'>, prefix = ''): string {
  return `readonly ${parenthesize(rowTypeOf(array, prefix))}[]`;
}

export function rowTypeOf({ item, dimensions }: Pick<ArrayDefinition, 'item' | 'dimensions'>, prefix = ''): string {
  let type = itemTypeOf(item, prefix);
  for (let depth = 1; depth < dimensions; depth += 1) type = `readonly ${parenthesize(type)}[]`;
  return type;
}

/** As {@link typeOf}, for the items of an array: an array among them is never nil, anything else may be. */
function itemTypeOf(item: TypeReference, prefix = ''): string {
  return isArray(item) ? typeOf(item, prefix) : `${typeOf(item, prefix)} | null`;
}

export function parenthesize(type: string): string {
  return type.includes(' ') ? `(${type})` : type;
}

export function isArray(reference: TypeReference): boolean {
  return reference.kind === 'array' || (reference.kind === 'named' && reference.of === 'array');
}

/** Returns the name of a type in `xsi:type`, with the prefix of its namespace; empty if it has none. */
export function wireName(model: ServiceModel, { namespace, name }: Definition): string {
  if (namespace === '' || name === '') return '';
  return `${prefixOf(model, namespace)}:${name}`;
}

export function prefixOf(model: ServiceModel, namespace: string): string {
  const prefix = model.namespaces.find(({ uri }) => uri === namespace)?.prefix;
  if (prefix === undefined) throw new TypeError(`no prefix for the namespace ${namespace}`);
  return prefix;
}

export function resultType({ outputType }: Pick<OperationModel, 'outputType'>, types: string): string {
  return outputType === undefined ? 'undefined' : `${types}.${outputType}`;
}
