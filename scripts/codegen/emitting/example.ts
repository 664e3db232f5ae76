import type { OperationModel, ServiceModel, TypeReference } from '../model/model.js';
import type { Scalar } from '../model/scalars.js';
import { type Layout, type List, objectLiteral, print } from './layout.js';
import { literalKey } from './source.js';

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
  const { identifier, input, output } = operation;
  const entries: (readonly [string, Layout])[] = [];
  for (const { name, type } of input) {
    const value = valueOf(type, model, []);
    if (value === undefined) return undefined;
    entries.push([literalKey(name), value]);
  }
  const parts = output.map(({ name }) => name);
  const isPlain = parts.length > 0 && parts.every((name) => /^[A-Za-z_$][\w$]*$/.test(name));
  const given = isPlain ? `{ ${parts.join(', ')} }` : 'output';
  const call = `const ${given} = await stub.${identifier}`;
  return `${call}${print(['(', objectLiteral(entries), ')'], call.length + '   * '.length, [';'])};`;
}

/** A value of a type; `undefined` where it holds itself. */
function valueOf(type: TypeReference, model: ServiceModel, inside: readonly string[]): Layout | undefined {
  if (type.kind === 'scalar') return [SCALAR_VALUES[type.scalar.type]];
  if (type.kind === 'array') return listOf(type.item, model, inside);
  const { identifier } = type;
  const definition = model.types.find((one) => one.identifier === identifier);
  if (definition === undefined || inside.includes(identifier)) return undefined;
  const deeper = [...inside, identifier];
  if (definition.kind === 'alias') return valueOf(definition.base, model, deeper);
  if (definition.kind === 'array') return listOf(definition.item, model, deeper);
  const entries: (readonly [string, Layout])[] = [];
  for (const { name, type: fieldType, optional } of definition.fields) {
    const value = valueOf(fieldType, model, deeper);
    if (value === undefined && optional) continue;
    if (value === undefined) return undefined;
    entries.push([literalKey(name), value]);
  }
  return [objectLiteral(entries)];
}

function listOf(item: TypeReference, model: ServiceModel, inside: readonly string[]): Layout {
  const value = valueOf(item, model, inside);
  const list: List = { open: '[', close: ']', separator: ',', items: value === undefined ? [] : [value] };
  return [list];
}
