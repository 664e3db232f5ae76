import { StructureKind } from 'ts-morph';
import type { Field, ServiceModel, TypeDefinition } from '../model/model.js';
import { arrayExpression, type CodecScope, codecExpression } from './codec-expression.js';
import { Imports } from './imports.js';
import { type Layout, objectLiteral, parenthesized, typeArguments } from './layout.js';
import { codecName, itemTypeOf, parameterNames, wireName } from './names.js';
import { orderByDependency } from './order-types.js';
import { constant, literalKey, printModule, quote } from './source.js';

/** Emits `codecs.ts`: a codec per type, each after those it is made of. */
export function emitCodecs(model: ServiceModel, runtime: string): string {
  if (model.types.length === 0) return printModule([{ kind: StructureKind.ExportDeclaration }]);
  const imports = new Imports(
    model.types.map(({ identifier }) => codecName(identifier)),
    runtime,
  );
  const constants = orderByDependency(model.types).map(({ type, circular }) => {
    const later = (codec: string): Layout => [imports.value('lazy'), parenthesized([[`() => ${codec}`]])];
    const named = (codec: string, identifier: string): Layout => (circular.has(identifier) ? later(codec) : [codec]);
    const { annotation, value } = codecOf(model, type, { imports, named });
    return constant(codecName(type.identifier), annotation, value, type.documentation);
  });
  return printModule([...imports.declarations(), ...constants]);
}

/** A codec: its type, and the expression that makes it. */
interface CodecText {
  readonly annotation: Layout;
  readonly value: Layout;
}

function codecOf(model: ServiceModel, type: TypeDefinition, scope: CodecScope): CodecText {
  const { imports } = scope;
  const types = `${imports.typesOf('./types.js')}.`;
  switch (type.kind) {
    case 'alias':
      return {
        annotation: [imports.type('Codec'), typeArguments([types + type.identifier])],
        value: codecExpression(type.base, scope),
      };
    case 'array':
      return {
        annotation: [imports.type('ArrayCodec'), typeArguments([itemTypeOf(type.item, types)])],
        value: arrayExpression(wireName(model, type), type.item, scope),
      };
    default:
      return {
        annotation: [imports.type('StructCodec'), typeArguments([types + type.identifier])],
        value: structExpression(wireName(model, type), type.fields, scope),
      };
  }
}

function structExpression(wire: string, fields: readonly Field[], scope: CodecScope): Layout {
  const codecs = fields.map(({ name, type }) => [literalKey(name), codecExpression(type, scope)] as const);
  const maker = recordMaker(fields.map(({ name }) => name));
  return [scope.imports.value('struct'), parenthesized([[quote(wire)], [objectLiteral(codecs)], maker])];
}

/** The function that makes a record of its values: a literal, because engines make nothing else as quickly. */
function recordMaker(names: readonly string[]): Layout {
  const parameters = parameterNames(names);
  const record = objectLiteral(names.map((name, index) => [literalKey(name), [parameters[index] ?? '']]));
  return [parenthesized(parameters.map((parameter) => [parameter])), ' => (', record, ')'];
}
