import type { HeaderPart, OperationModel, Part, ServiceModel } from '../model/model.js';
import { codecExpression } from './codec-expression.js';
import { Imports } from './imports.js';
import { type Layout, objectLiteral, objectType, parenthesized, typeArguments } from './layout.js';
import { resultType } from './names.js';
import { constant, literalKey, printModule, quote, type Statement } from './source.js';

const RUNTIME = '1';

/** Emits `service.ts`: a constant per operation and one for the whole service. */
export function emitService(model: ServiceModel, runtime: string): string {
  const { identifier, operations } = model;
  const imports = new Imports([identifier, ...operations.map((operation) => operation.identifier)], runtime);
  const constants = operations.map((operation) => operationConstant(operation, imports));
  const serviceText = serviceConstant(model, imports);
  return printModule([...imports.declarations(), ...constants, serviceText]);
}

function operationConstant(operation: OperationModel, imports: Imports): Statement {
  const { name, identifier, inputType, outputType, namespace, soapAction, documentation, input, output } = operation;
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
    ...(outputType === undefined ? [] : [['output', parts(output)] as const]),
  ]);
  const made = [
    `${imports.value(outputType === undefined ? 'oneWay' : 'operation')}(`,
    { ...definition, isBroken: true },
    ')',
  ];
  return constant(
    identifier,
    [imports.type('Operation'), typeArguments([`${types}.${inputType}`, resultType(operation, types)])],
    hasHeaders(operation) ? [imports.value('withHeaders'), parenthesized([made, headersOf(operation, imports)])] : made,
    documentation,
  );
}

function hasHeaders({ headers: { input, output } }: OperationModel): boolean {
  return input.length + output.length > 0;
}

function headersOf({ headers }: OperationModel, imports: Imports): Layout {
  const named = (codec: string): Layout => [imports.value(codec, './codecs.js')];
  const table = (list: readonly HeaderPart[]): Layout => [
    objectLiteral(
      list.map(({ name, namespace, type }) => [
        literalKey(name),
        [imports.value('header'), parenthesized([[quote(namespace)], codecExpression(type, { imports, named })])],
      ]),
    ),
  ];
  return [
    objectLiteral([
      ['input', table(headers.input)],
      ['output', table(headers.output)],
    ]),
  ];
}

function serviceConstant(model: ServiceModel, imports: Imports): Statement {
  const { name, identifier, namespaces, operations } = model;
  const typeEntries = operations.map((operation) => [operation.identifier, `typeof ${operation.identifier}`] as const);
  const definition = objectLiteral([
    ['runtime', [RUNTIME]],
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
