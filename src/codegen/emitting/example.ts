import type {
  ArrayDefinition,
  OperationModel,
  ServiceModel,
  StructDefinition,
  TypeDefinition,
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

/** Writes a call of an operation for its docstring; `undefined` if a type contains itself or the call would be long. */
export function exampleCall(operation: OperationModel, model: ServiceModel): string | undefined {
  const { identifier, input, output, outputType } = operation;
  const values = new ExampleValues(model);
  const entries: (readonly [string, Layout])[] = [];
  for (const { name, type } of input) {
    const value = values.of(type, []);
    if (value === undefined) return undefined;
    entries.push([literalKey(name), value]);
  }
  if (values.isTooLong) return undefined;
  const parts = output.map(({ name }) => name);
  const isPlain = parts.length > 0 && parts.every((name) => /^[A-Za-z_$][\w$]*$/.test(name));
  const text = isPlain ? `{ ${parts.join(', ')} }` : 'output';
  const call = `${outputType === undefined ? '' : `const ${text} = `}await stub.${identifier}`;
  return `${call}${print(['(', objectLiteral(entries), ')'], call.length + '   * '.length, [';'])};`;
}

const MAX_VALUES = 100;

class ExampleValues {
  readonly #types: ReadonlyMap<string, TypeDefinition>;
  #count = 0;

  constructor({ types }: ServiceModel) {
    this.#types = new Map(types.map((type) => [type.identifier, type]));
  }

  get isTooLong(): boolean {
    return this.#count > MAX_VALUES;
  }

  /** Returns a value of a type; `undefined` if it contains itself. @param inside - the types that contain it */
  of(type: TypeReference, inside: readonly string[]): Layout | undefined {
    this.#count += 1;
    if (this.isTooLong) return undefined;
    if (type.kind === 'scalar') return [SCALAR_VALUES[type.scalar.type]];
    if (type.kind === 'list') return this.#list(type.item, inside);
    if (type.kind === 'array') return this.#array(type, inside);
    const { identifier } = type;
    const definition = this.#types.get(identifier);
    if (definition === undefined || inside.includes(identifier)) return undefined;
    const deeper = [...inside, identifier];
    switch (definition.kind) {
      case 'alias':
        return this.of(definition.base, deeper);
      case 'list':
        return this.#list(definition.item, deeper);
      case 'array':
        return this.#array(definition, deeper);
      case 'any':
        return ["{ $type: 'xsd:string', value: 'text' }"];
      case 'union':
        return this.#member(definition, deeper);
      default:
        return this.#struct(definition, deeper, undefined);
    }
  }

  #member(union: UnionDefinition, inside: readonly string[]): Layout | undefined {
    for (const member of union.members) {
      const type = member.kind === 'named' ? this.#types.get(member.identifier) : undefined;
      if (type?.kind !== 'struct' || inside.includes(type.identifier)) continue;
      const tag = type.tag === union.declared ? undefined : type.tag;
      const value = this.#struct(type, [...inside, type.identifier], tag);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #struct({ fields }: StructDefinition, inside: readonly string[], tag: string | undefined): Layout | undefined {
    const entries: (readonly [string, Layout])[] = tag === undefined ? [] : [['$type', [quote(tag)]]];
    for (const { name, type, optional, nillable, repeated } of fields) {
      if (this.isTooLong) return undefined;
      const value = repeated ? this.#list(type, inside) : this.of(type, inside);
      if (value === undefined && optional) continue;
      if (value === undefined && !nillable) return undefined;
      entries.push([literalKey(name), value ?? ['null']]);
    }
    return [objectLiteral(entries)];
  }

  #array({ item, dimensions }: Pick<ArrayDefinition, 'item' | 'dimensions'>, inside: readonly string[]): Layout {
    let list = this.#list(item, inside);
    for (let depth = 1; depth < dimensions; depth += 1) {
      list = [{ open: '[', close: ']', separator: ',', items: [list] }];
    }
    return list;
  }

  #list(item: TypeReference, inside: readonly string[]): Layout {
    const value = this.of(item, inside);
    const list: List = { open: '[', close: ']', separator: ',', items: value === undefined ? [] : [value] };
    return [list];
  }
}
