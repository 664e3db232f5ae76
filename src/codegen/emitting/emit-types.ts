import { type PropertySignatureStructure, StructureKind } from 'ts-morph';
import { tagOf } from '../model/identifiers.js';
import type { Field, HeaderPart, OperationModel, Part, ServiceModel, TypeDefinition } from '../model/model.js';
import { Imports } from './imports.js';
import { LINE_WIDTH } from './layout.js';
import { arrayTypeOf, isArray, parenthesize, typeOf } from './names.js';
import { jsDoc, printModule, propertyName, quote, type Statement } from './source.js';

/** Emits `types.ts`: an interface per struct and per message, an alias per array and per simple type. */
export function emitTypes(model: ServiceModel, runtime: string): string {
  const imports = new Imports(
    [...model.types, ...model.operations].flatMap((one) =>
      'inputType' in one ? [one.inputType, one.outputType ?? ''] : [one.identifier],
    ),
    runtime,
  );
  const types = model.types.map((type) => typeStatement(type, imports));
  return printModule([...imports.declarations(), ...types, ...model.operations.flatMap(messageStatements)]);
}

function typeStatement(type: TypeDefinition, imports: Imports): Statement {
  const docs = jsDoc(type.documentation);
  const { identifier: name } = type;
  if (type.kind === 'struct') {
    const tag = type.tag === undefined ? [] : [tagProperty(type.tag)];
    const properties = [...tag, ...type.fields.map(fieldProperty)];
    return { kind: StructureKind.Interface, isExported: true, name, docs, properties };
  }
  return {
    kind: StructureKind.TypeAlias,
    isExported: true,
    name,
    docs,
    type: aliased(type, imports),
    leadingTrivia: '\n',
  };
}

function aliased(type: Exclude<TypeDefinition, { kind: 'struct' }>, imports: Imports): string {
  switch (type.kind) {
    case 'alias':
      return typeOf(type.base);
    case 'array':
      return arrayTypeOf(type);
    case 'list':
      return `readonly ${parenthesize(typeOf(type.item))}[]`;
    case 'union':
      return alternatives(type.members.map((member) => typeOf(member)));
    default: {
      const generic = imports.type('GenericValue');
      const known = type.members.map((member) => {
        const identifier = typeOf(member);
        return `{ readonly $type: ${quote(tagOf(identifier))}; readonly value: ${identifier} }`;
      });
      return known.length === 0 ? generic : `${generic}<${alternatives(known)}>`;
    }
  }
}

function alternatives(types: readonly string[]): string {
  const line = types.join(' | ');
  if (types.length === 0) return 'never';
  return line.length <= LINE_WIDTH / 2 ? line : types.map((type) => `\n  | ${type}`).join('');
}

function tagProperty(tag: string): PropertySignatureStructure {
  return {
    kind: StructureKind.PropertySignature,
    isReadonly: true,
    name: '$type',
    hasQuestionToken: true,
    type: `${quote(tag)} | undefined`,
  };
}

function fieldProperty({ name, type, optional, nillable, repeated, documentation }: Field): PropertySignatureStructure {
  const one = `${typeOf(type)}${nillable ? ' | null' : ''}`;
  return {
    kind: StructureKind.PropertySignature,
    isReadonly: true,
    name: propertyName(name),
    hasQuestionToken: optional && !repeated,
    type: repeated ? `readonly ${parenthesize(one)}[]` : `${one}${optional ? ' | undefined' : ''}`,
    docs: jsDoc(documentation, { indent: 2 }),
  };
}

function messageStatements({ name, inputType, outputType, input, output, headers }: OperationModel): Statement[] {
  const message = (type: string, what: string, properties: PropertySignatureStructure[]): Statement => ({
    kind: StructureKind.Interface,
    isExported: true,
    name: type,
    docs: jsDoc(`${what} parts of ${name}.`),
    properties,
  });
  const value = message(inputType, 'Input', [...input.map(inputProperty), ...headersProperty(headers.input, true)]);
  const answered = [...output.map(outputProperty), ...headersProperty(headers.output, false)];
  return outputType === undefined ? [value] : [value, message(outputType, 'Output', answered)];
}

function headersProperty(headers: readonly HeaderPart[], isOptional: boolean): PropertySignatureStructure[] {
  if (headers.length === 0) return [];
  const entries = headers.map(
    ({ name, type }) => `\n    readonly ${propertyName(name)}?: ${typeOf(type)} | null | undefined;`,
  );
  return [
    {
      kind: StructureKind.PropertySignature,
      isReadonly: true,
      name: '$headers',
      hasQuestionToken: isOptional,
      type: `{${entries.join('')}\n  }${isOptional ? ' | undefined' : ''}`,
      docs: jsDoc('What travels in headers.', { indent: 2 }),
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
