import { type PropertySignatureStructure, StructureKind } from 'ts-morph';
import type { Field, OperationModel, Part, ServiceModel, TypeDefinition } from '../model/model.js';
import { isArray, itemTypeOf, parenthesize, typeOf } from './names.js';
import { jsDoc, printModule, propertyName, type Statement } from './source.js';

/** Emits `types.ts`: an interface per struct and per message, an alias per array and per simple type. */
export function emitTypes(model: ServiceModel): string {
  return printModule([...model.types.map(typeStatement), ...model.operations.flatMap(messageStatements)]);
}

function typeStatement(type: TypeDefinition): Statement {
  const docs = jsDoc(type.documentation);
  const { identifier: name } = type;
  if (type.kind === 'struct') {
    return {
      kind: StructureKind.Interface,
      isExported: true,
      name,
      docs,
      properties: type.fields.map(fieldProperty),
    };
  }
  const aliased = type.kind === 'array' ? `readonly ${parenthesize(itemTypeOf(type.item))}[]` : typeOf(type.base);
  return {
    kind: StructureKind.TypeAlias,
    isExported: true,
    name,
    docs,
    type: aliased,
    leadingTrivia: '\n',
  };
}

function fieldProperty({ name, type, optional, nillable, documentation }: Field): PropertySignatureStructure {
  return {
    kind: StructureKind.PropertySignature,
    isReadonly: true,
    name: propertyName(name),
    hasQuestionToken: optional,
    type: `${typeOf(type)}${nillable ? ' | null' : ''}${optional ? ' | undefined' : ''}`,
    docs: jsDoc(documentation, { indent: 2 }),
  };
}

function messageStatements({ name, identifier, input, output }: OperationModel): Statement[] {
  return [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: `${identifier}Input`,
      docs: jsDoc(`Input parts of ${name}.`),
      properties: input.map(inputProperty),
    },
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: `${identifier}Output`,
      docs: jsDoc(`Output parts of ${name}.`),
      properties: output.map(outputProperty),
    },
  ];
}

function inputProperty({ name, type, documentation }: Part): PropertySignatureStructure {
  return {
    kind: StructureKind.PropertySignature,
    isReadonly: true,
    name: propertyName(name),
    type: `${typeOf(type)} | null`,
    docs: jsDoc(documentation, { indent: 2 }),
  };
}

// A response may leave anything out. A list that is absent, nil or empty is the same empty list.
function outputProperty({ name, type, documentation }: Part): PropertySignatureStructure {
  return {
    kind: StructureKind.PropertySignature,
    isReadonly: true,
    name: propertyName(name),
    hasQuestionToken: !isArray(type),
    type: isArray(type) ? typeOf(type) : `${typeOf(type)} | null | undefined`,
    docs: jsDoc(documentation, { indent: 2 }),
  };
}
