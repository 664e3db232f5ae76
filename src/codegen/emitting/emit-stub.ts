import { type MethodDeclarationStructure, StructureKind } from 'ts-morph';
import type { OperationModel, ServiceModel } from '../model/model.js';
import { exampleCall } from './example.js';
import { Imports } from './imports.js';
import { parenthesized, print } from './layout.js';
import { resultType } from './names.js';
import { jsDoc, printModule, type Statement } from './source.js';

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
    docs: jsDoc(classDocumentation(model), { example: `const stub = new ${stub}({ transport, url });` }),
    properties: [{ name: '#caller', isReadonly: true, type: callerType }],
    ctors: [
      {
        docs: jsDoc('', {
          indent: 2,
          tags: [
            `@param options - how requests travel, and the \`url\` they go to. It is required: ${addressNote(model)}`,
            '@throws ValidationError when the options are not usable',
          ],
        }),
        parameters: [{ name: 'options', type: stubOptions }],
        statements: [`this.#caller = ${caller}(${identifier}, options);`],
      },
    ],
    methods: operations.map((operation) => stubMethod(operation, model, imports)),
  };
  return printModule([...imports.declarations(), stubClass]);
}

const METHODS = `One method per operation of the WSDL, with the names and types of the wire.

Each takes the input parts by name, all of which are sent (\`null\` where there is no value), and the signal and time \
limit of this one call. It resolves to the output parts by name, whatever they say, and rejects with an \
SmsServiceError: a SoapFaultError when the response is a Fault, a ValidationError, before anything is sent, when a \
value is not of its type.`;

function classDocumentation({ documentation }: ServiceModel): string {
  return documentation === '' ? METHODS : `${documentation}\n\n${METHODS}`;
}

function addressNote({ address }: ServiceModel): string {
  return address === undefined ? 'the WSDL gives no address.' : `the address in the WSDL, ${address}, is not used.`;
}

function stubMethod(operation: OperationModel, model: ServiceModel, imports: Imports): MethodDeclarationStructure {
  const { identifier, inputType, documentation } = operation;
  const types = imports.typesOf('./types.js');
  const returnType = `Promise<${resultType(operation, types)}>`;
  const parameters = parenthesized([[`input: ${types}.${inputType}`], [`options?: ${imports.type('CallOptions')}`]]);
  return {
    kind: StructureKind.Method,
    name: identifier,
    docs: jsDoc(documentation, { indent: 2, example: exampleCall(operation, model) }),
    // Passed as one text: ts-morph would write all parameters on one line.
    parameters: [{ name: print([parameters], `  ${identifier}`.length, [`: ${returnType} {`]).slice(1, -1) }],
    returnType,
    statements: [`return this.#caller(${identifier}, input, options);`],
  };
}
