import { type MethodDeclarationStructure, StructureKind } from 'ts-morph';
import { Imports } from './emitting/imports.js';
import { jsDoc, printModule, type Statement } from './emitting/source.js';
import type { OperationModel, ServiceModel } from './model.js';

/** Emits `stub.ts`: a class with a method per operation. */
export function emitStub(model: ServiceModel, runtime: string): string {
  const { stub, identifier, operations } = model;
  const values = [identifier, ...operations.map((operation) => operation.identifier)];
  const imports = new Imports([stub], runtime);
  for (const value of values) imports.value(value, './service.js');
  const caller = imports.value('caller');
  const callerType = imports.type('Caller');
  const stubOptions = imports.type('StubOptions');
  const stubClass: Statement = {
    kind: StructureKind.Class,
    isExported: true,
    name: stub,
    docs: jsDoc(classDocumentation(model)),
    properties: [{ name: '#caller', isReadonly: true, type: callerType }],
    ctors: [
      {
        docs: jsDoc('', [
          '@param options - how requests travel, and the `url` they go to, which is always required:',
          `  ${addressNote(model)}`,
        ]),
        parameters: [{ name: 'options', type: stubOptions }],
        statements: [`this.#caller = ${caller}(${identifier}, options);`],
      },
    ],
    methods: operations.map((operation) => stubMethod(operation, imports)),
  };
  return printModule([...imports.declarations(), stubClass]);
}

function classDocumentation({ documentation }: ServiceModel): string {
  const own =
    'One method per operation of the WSDL, with the names and types of the wire. ' +
    'A Fault rejects; what the output parts say is not looked at here.';
  return documentation === '' ? own : `${documentation}\n\n${own}`;
}

function addressNote({ address }: ServiceModel): string {
  return address === undefined
    ? 'the WSDL gives no address.'
    : `the address in the WSDL, ${address.replaceAll('*/', '*\\/')}, is not used.`;
}

function stubMethod({ identifier, documentation }: OperationModel, imports: Imports): MethodDeclarationStructure {
  const types = imports.typesOf('./types.js');
  return {
    kind: StructureKind.Method,
    name: identifier,
    docs: jsDoc(documentation, [
      '@param input - the input parts, by name',
      '@param options - signal and timeout of this call',
      '@returns the output parts, by name',
      '@throws SoapFaultError when the answer is a Fault',
    ]),
    parameters: [
      { name: 'input', type: `${types}.${identifier}Input` },
      { name: 'options', type: imports.type('CallOptions'), hasQuestionToken: true },
    ],
    returnType: `Promise<${types}.${identifier}Output>`,
    statements: [`return this.#caller(${identifier}, input, options);`],
  };
}
