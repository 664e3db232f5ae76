import type { ArrayDefinition, Definition, OperationModel, ServiceModel, TypeReference } from '../model/model.js';
import { RESERVED_WORDS, toWord } from '../model/words.js';

/** The name of the constant that holds the codec of a type. */
export function codecName(identifier: string): string {
  return `${identifier}Codec`;
}

/**
 * A parameter for each field, called like it. A name that cannot be a parameter's is made a word with a `_` behind it
 * where that is reserved, or as many as it takes to differ from the others.
 */
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

/** The TypeScript type of a reference's values; `prefix` stands before the name of a defined type. */
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

/** The TypeScript type of an array's values. */
export function arrayTypeOf(array: Pick<ArrayDefinition, 'item' | 'dimensions'>, prefix = ''): string {
  return `readonly ${parenthesize(rowTypeOf(array, prefix))}[]`;
}

/** The TypeScript type of what stands directly in an array: the items, or the rows of one of several dimensions. */
export function rowTypeOf({ item, dimensions }: Pick<ArrayDefinition, 'item' | 'dimensions'>, prefix = ''): string {
  let type = itemTypeOf(item, prefix);
  for (let depth = 1; depth < dimensions; depth += 1) type = `readonly ${parenthesize(type)}[]`;
  return type;
}

/** As {@link typeOf}, for the items of an array: an array among them is never nil, anything else may be. */
function itemTypeOf(item: TypeReference, prefix = ''): string {
  return isArray(item) ? typeOf(item, prefix) : `${typeOf(item, prefix)} | null`;
}

/** Puts a type in parentheses where `[]` behind it would bind to a part of it only. */
export function parenthesize(type: string): string {
  return type.includes(' ') ? `(${type})` : type;
}

/** Tells whether the values of a type are arrays. */
export function isArray(reference: TypeReference): boolean {
  return reference.kind === 'array' || (reference.kind === 'named' && reference.of === 'array');
}

/**
 * The name of a type as it stands in `xsi:type`: with the prefix of its namespace; empty where it has no name that can
 * stand there.
 */
export function wireName(model: ServiceModel, { namespace, name }: Definition): string {
  if (namespace === '' || name === '') return '';
  return `${prefixOf(model, namespace)}:${name}`;
}

/** The prefix of a namespace. */
export function prefixOf(model: ServiceModel, namespace: string): string {
  const prefix = model.namespaces.find(({ uri }) => uri === namespace)?.prefix;
  if (prefix === undefined) throw new TypeError(`no prefix for the namespace ${namespace}`);
  return prefix;
}

/**
 * The type of what an operation resolves to: `undefined` where nothing answers.
 *
 * @param types - the name through which the types are reached
 */
export function resultType({ outputType }: Pick<OperationModel, 'outputType'>, types: string): string {
  return outputType === undefined ? 'undefined' : `${types}.${outputType}`;
}
