import type {
  ArrayDefinition,
  OperationModel,
  ServiceModel,
  StructDefinition,
  TypeReference,
  UnionDefinition,
} from '../model/model.js';
import type { Scalar } from '../model/scalars.js';
import { type Layout, type List, objectLiteral, print } from './layout.js';
import { literalKey, quote } from './source.js';

const SCALAR_VALUES: Readonly<Record<Scalar['type'], string>> = {
  string: "'text'",
  number: '1',
  bigint: '1n',
  boolean: 'true',
  Uint8Array: 'new Uint8Array([1, 2])',
};

/**
 * Writes a call of an operation with a value for each input part, for its docstring.
 *
 * @returns `undefined` where a type holds itself, so that no value of it can be written down
 */
export function exampleCall(operation: OperationModel, model: ServiceModel): string | undefined {
  const { identifier, input, output, outputType } = operation;
  const entries: (readonly [string, Layout])[] = [];
  for (const { name, type } of input) {
    const value = valueOf(type, model, []);
    if (value === undefined) return undefined;
    entries.push([literalKey(name), value]);
  }
  const parts = output.map(({ name }) => name);
  const isPlain = parts.length > 0 && parts.every((name) => /^[A-Za-z_$][\w$]*$/.test(name));
  const given = isPlain ? `{ ${parts.join(', ')} }` : 'output';
  const call = `${outputType === undefined ? '' : `const ${given} = `}await stub.${identifier}`;
  return `${call}${print(['(', objectLiteral(entries), ')'], call.length + '   * '.length, [';'])};`;
}

/** Writes an output of an operation, with what can be written down of its parts. */
export function exampleOutput({ output }: OperationModel, model: ServiceModel): List {
  return objectLiteral(
    output.flatMap(({ name, type }): readonly (readonly [string, Layout])[] => {
      const value = valueOf(type, model, []);
      return value === undefined ? [] : [[literalKey(name), value]];
    }),
  );
}

/** A value of a type; `undefined` where it holds itself. */
function valueOf(type: TypeReference, model: ServiceModel, inside: readonly string[]): Layout | undefined {
  if (type.kind === 'scalar') return [SCALAR_VALUES[type.scalar.type]];
  if (type.kind === 'list') return listOf(type.item, model, inside);
  if (type.kind === 'array') return arrayOf(type, model, inside);
  const { identifier } = type;
  const definition = model.types.find((one) => one.identifier === identifier);
  if (definition === undefined || inside.includes(identifier)) return undefined;
  const deeper = [...inside, identifier];
  switch (definition.kind) {
    case 'alias':
      return valueOf(definition.base, model, deeper);
    case 'list':
      return listOf(definition.item, model, deeper);
    case 'array':
      return arrayOf(definition, model, deeper);
    case 'any':
      return ["{ $type: 'xsd:string', value: 'text' }"];
    case 'union':
      return memberOf(definition, model, deeper);
    default:
      return structOf(definition, model, deeper, undefined);
  }
}

/** The first member that a value can be written of; one that is not declared has to say what it is. */
function memberOf(union: UnionDefinition, model: ServiceModel, inside: readonly string[]): Layout | undefined {
  for (const member of union.members) {
    const type = model.types.find((one) => member.kind === 'named' && one.identifier === member.identifier);
    if (type?.kind !== 'struct' || inside.includes(type.identifier)) continue;
    const tag = type.tag === union.declared ? undefined : type.tag;
    const value = structOf(type, model, [...inside, type.identifier], tag);
    if (value !== undefined) return value;
  }
  return undefined;
}

function structOf(
  { fields }: StructDefinition,
  model: ServiceModel,
  inside: readonly string[],
  tag: string | undefined,
): Layout | undefined {
  const entries: (readonly [string, Layout])[] = tag === undefined ? [] : [['$type', [quote(tag)]]];
  for (const { name, type, optional, nillable, repeated } of fields) {
    const value = repeated ? listOf(type, model, inside) : valueOf(type, model, inside);
    if (value === undefined && optional) continue;
    if (value === undefined && !nillable) return undefined;
    entries.push([literalKey(name), value ?? ['null']]);
  }
  return [objectLiteral(entries)];
}

function arrayOf(
  { item, dimensions }: Pick<ArrayDefinition, 'item' | 'dimensions'>,
  model: ServiceModel,
  inside: readonly string[],
): Layout {
  let list = listOf(item, model, inside);
  for (let depth = 1; depth < dimensions; depth += 1) {
    list = [{ open: '[', close: ']', separator: ',', items: [list] }];
  }
  return list;
}

function listOf(item: TypeReference, model: ServiceModel, inside: readonly string[]): Layout {
  const value = valueOf(item, model, inside);
  const list: List = { open: '[', close: ']', separator: ',', items: value === undefined ? [] : [value] };
  return [list];
}
