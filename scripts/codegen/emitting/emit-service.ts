import type { OperationModel, Part, ServiceModel } from '../model/model.js';
import { codecExpression } from './codec-expression.js';
import { Imports } from './imports.js';
import { type Layout, objectLiteral, objectType, typeArguments } from './layout.js';
import { constant, literalKey, printModule, quote, type Statement } from './source.js';

/** Emits `service.ts`: a constant per operation and one for the whole service. */
export function emitService(model: ServiceModel, runtime: string): string {
  const { identifier, operations } = model;
  const imports = new Imports([identifier, ...operations.map((operation) => operation.identifier)], runtime);
  const constants = operations.map((operation) => operationConstant(operation, imports));
  const whole = serviceConstant(model, imports);
  return printModule([...imports.declarations(), ...constants, whole]);
}

function operationConstant(
  { name, identifier, namespace, soapAction, documentation, input, output }: OperationModel,
  imports: Imports,
): Statement {
  const types = imports.typesOf('./types.js');
  const named = (codec: string): Layout => [imports.value(codec, './codecs.js')];
  const parts = (list: readonly Part[]): Layout => [
    objectLiteral(list.map((part) => [literalKey(part.name), codecExpression(part.type, { imports, named })])),
  ];
  const definition = objectLiteral([
    ['name', [quote(name)]],
    ['namespace', [quote(namespace)]],
    ['soapAction', [quote(soapAction)]],
    ['input', parts(input)],
    ['output', parts(output)],
  ]);
  return constant(
    identifier,
    [imports.type('Operation'), typeArguments([`${types}.${identifier}Input`, `${types}.${identifier}Output`])],
    [`${imports.value('operation')}(`, { ...definition, isBroken: true }, ')'],
    documentation,
  );
}

function serviceConstant(model: ServiceModel, imports: Imports): Statement {
  const { name, identifier, namespaces, operations } = model;
  const typeEntries = operations.map((operation) => [operation.identifier, `typeof ${operation.identifier}`] as const);
  const definition = objectLiteral([
    ['name', [quote(name)]],
    ['namespaces', [objectLiteral(namespaces.map(({ prefix, uri }) => [prefix, [quote(uri)]]))]],
    ['operations', [objectLiteral(operations.map((operation) => [operation.identifier, [operation.identifier]]))]],
  ]);
  return constant(
    identifier,
    [`${imports.type('Service')}<`, objectType(typeEntries), '>'],
    [`${imports.value('service')}(`, { ...definition, isBroken: true }, ')'],
    'The whole service: its operations by name and the prefixes of its types.',
  );
}
