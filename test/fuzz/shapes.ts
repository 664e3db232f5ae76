import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AliasDefinition, TypeReference } from '../../src/codegen/model/model.js';
import { readWsdl } from '../../src/codegen/read-wsdl.js';
import type { OperationName } from './envelopes.js';

/** The form of a type's values, read from the WSDL and not from the generated code. */
export type Shape =
  | { readonly kind: 'scalar'; readonly codec: string }
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, Shape> }
  | { readonly kind: 'array'; readonly item: Shape };

/** All types and messages that can be on the wire. */
export interface Shapes {
  /** By identifier. */
  readonly types: ReadonlyMap<string, Shape>;
  /** The parts of each operation's messages, as structs. */
  readonly operations: ReadonlyMap<OperationName, { readonly input: Shape; readonly output: Shape }>;
}

/** Reads the shapes of the WSDL's types and messages. */
export function readShapes(): Shapes {
  const path = fileURLToPath(new URL('../../wsdl/sms-service.wsdl', import.meta.url));
  const { model } = readWsdl(path, {
    readFile: readFileSync,
    displayName: (file) => file,
    allTypes: true,
    strictness: 'plain',
  });
  const types = new Map<string, Shape>();

  const shapeOf = (reference: TypeReference): Shape => {
    switch (reference.kind) {
      case 'scalar':
        return { kind: 'scalar', codec: reference.scalar.codec };
      case 'array':
        return { kind: 'array', item: shapeOf(reference.item) };
      case 'named':
        return types.get(reference.identifier) ?? define(reference.identifier);
      default:
        throw new Error('the own WSDL has no lists');
    }
  };
  const struct = (members: readonly { readonly name: string; readonly type: TypeReference }[]): Shape => ({
    kind: 'struct',
    fields: new Map(members.map(({ name, type }) => [name, shapeOf(type)])),
  });
  const define = (identifier: string): Shape => {
    const definition = model.types.find((type) => type.identifier === identifier);
    if (definition === undefined) throw new Error(`the WSDL has no type ${identifier}`);
    const shape =
      definition.kind === 'struct'
        ? struct(definition.fields)
        : definition.kind === 'array'
          ? ({ kind: 'array', item: shapeOf(definition.item) } as const)
          : shapeOf((definition as AliasDefinition).base);
    types.set(identifier, shape);
    return shape;
  };

  for (const { identifier } of model.types) define(identifier);
  const operations = model.operations.map(
    ({ name, input, output }) => [name as OperationName, { input: struct(input), output: struct(output) }] as const,
  );
  return { types, operations: new Map(operations) };
}
