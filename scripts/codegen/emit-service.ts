import { StructureKind } from 'ts-morph';
import { codecExpression } from './emitting/codec-expression.js';
import { ImportedNames } from './emitting/names.js';
import {
  constant,
  literalKey,
  objectLiteral,
  objectType,
  printModule,
  quote,
  type Statement,
  typeArguments,
} from './emitting/source.js';
import type { OperationModel, Part, ServiceModel, TypeReference } from './model.js';

/** Emits `service.ts`: a constant per operation and one for the whole service. */
export function emitService(model: ServiceModel, runtime: string): string {
  const { identifier, operations } = model;
  const imports = new ImportedNames([identifier, ...operations.map((operation) => operation.identifier)]);
  const scope = { types: imports.module('types'), codecs: imports.module('codecs') };
  const constants = operations.map((operation) => operationConstant(operation, imports, scope));
  const whole = serviceConstant(model, imports);
  const used = new Set(operations.flatMap(({ input, output }) => [...input, ...output]).map(({ type }) => type.kind));
  return printModule([
    ...imports.declarations(runtime),
    ...(used.has('named') ? [importModule('./codecs.js', scope.codecs, false)] : []),
    ...(operations.length > 0 ? [importModule('./types.js', scope.types, true)] : []),
    ...constants,
    whole,
  ]);
}

function importModule(moduleSpecifier: string, namespaceImport: string, isTypeOnly: boolean): Statement {
  return { kind: StructureKind.ImportDeclaration, moduleSpecifier, namespaceImport, isTypeOnly };
}

function operationConstant(
  { name, identifier, namespace, soapAction, documentation, input, output }: OperationModel,
  imports: ImportedNames,
  scope: { readonly types: string; readonly codecs: string },
): Statement {
  const codecOf = (reference: TypeReference): string =>
    codecExpression(reference, imports, { types: `${scope.types}.`, codecs: `${scope.codecs}.` });
  const parts = (list: readonly Part[], before: number): string =>
    objectLiteral(
      list.map((part) => [literalKey(part.name), codecOf(part.type)] as const),
      before,
    );
  const messages = [`${scope.types}.${identifier}Input`, `${scope.types}.${identifier}Output`];
  const annotation = `${imports.type('Operation')}<${messages.join(', ')}>`;
  const make = imports.value('operation');
  const before = `export const ${identifier}: ${annotation} = ${make}`.length;
  const definition = [
    `name: ${quote(name)}`,
    `namespace: ${quote(namespace)}`,
    `soapAction: ${quote(soapAction)}`,
    `input: ${parts(input, '  input: '.length)}`,
    `output: ${parts(output, '  output: '.length)}`,
  ];
  return constant(
    identifier,
    annotation,
    `${make}${typeArguments(messages, before)}({\n${definition.map((line) => `${line},\n`).join('')}})`,
    documentation,
  );
}

function serviceConstant(model: ServiceModel, imports: ImportedNames): Statement {
  const { name, identifier, namespaces, operations } = model;
  const typeEntries = operations.map((operation) => [operation.identifier, `typeof ${operation.identifier}`] as const);
  const annotation = `${imports.type('Service')}<${objectType(typeEntries, `export const ${identifier}: `.length + 20)}>`;
  const uris = namespaces.map(({ prefix, uri }) => [prefix, quote(uri)] as const);
  const values = operations.map((operation) => [operation.identifier, operation.identifier] as const);
  const definition = [
    `name: ${quote(name)}`,
    `namespaces: ${objectLiteral(uris, '  namespaces: '.length)}`,
    `operations: ${objectLiteral(values, '  operations: '.length)}`,
  ];
  return constant(
    identifier,
    annotation,
    `${imports.value('service')}({\n${definition.map((line) => `${line},\n`).join('')}})`,
    `The whole service: its operations by name and the prefixes of its types. ${model.documentation}`.trim(),
  );
}
