import { type MethodDeclarationStructure, StructureKind } from 'ts-morph';
import type { OperationModel, ServiceModel } from '../model/model.js';
import { exampleOutput } from './example.js';
import { Imports } from './imports.js';
import { type Layout, objectLiteral, print } from './layout.js';
import { resultType } from './names.js';
import { jsDoc, literalKey, printModule, propertyName, quote, type Statement } from './source.js';

const SOAP_SERVER = 'sms-service-client/soap-server';

/** Emits the beginning of a server for tests: a handler for each operation, which answers with an example. */
export function serverSkeleton(model: ServiceModel): string {
  const { identifier, operations } = model;
  const name = `start${identifier}Server`;
  const imports = new Imports([name], SOAP_SERVER);
  const service = imports.value(identifier, './service.js');
  const start = imports.value('startSoapServer');
  const handlers = operations.map((operation): readonly [string, Layout] => [
    literalKey(operation.identifier),
    operation.outputType === undefined ? ['() => undefined'] : ['() => (', exampleOutput(operation, model), ')'],
  ]);
  const call = print(
    [`return ${start}(${service}, `, { ...objectLiteral(handlers), isBroken: true }, ', options);'],
    2,
    [],
    2,
  );
  const starts: Statement = {
    kind: StructureKind.Function,
    isExported: true,
    name,
    docs: jsDoc(
      `Starts a server of ${model.name} on 127.0.0.1, for tests: put into each handler what it is to answer.`,
    ),
    parameters: [{ name: 'options', hasQuestionToken: true, type: imports.type('SoapServerOptions') }],
    returnType: `Promise<${imports.type('SoapServer')}<typeof ${service}.operations>>`,
    statements: (writer) => writer.setIndentationLevel(0).write(`  ${call}`),
  };
  return printModule([...imports.declarations(), starts]);
}

export function mockSkeleton(model: ServiceModel): string {
  const { identifier } = model;
  const name = `start${identifier}Mock`;
  const imports = new Imports([name], SOAP_SERVER);
  const service = imports.value(identifier, './service.js');
  const start = imports.value('startSoapServer');
  const recorded = imports.value('recordedHandlers');
  const starts: Statement = {
    kind: StructureKind.Function,
    isExported: true,
    isAsync: true,
    name,
    docs: jsDoc(`Starts a server of ${model.name} on 127.0.0.1 that answers as a HAR file says that the real one did.`),
    parameters: [
      { name: 'file', type: 'string' },
      { name: 'options', hasQuestionToken: true, type: imports.type('RecordedHandlersOptions') },
    ],
    returnType: `Promise<${imports.type('SoapServer')}<typeof ${service}.operations>>`,
    statements: [`return ${start}(${service}, await ${recorded}(${service}, file, options));`],
  };
  return printModule([...imports.declarations(), starts]);
}

/** Emits a template for a hand-written client. An operation with one output part returns that part. */
export function facadeSkeleton(model: ServiceModel, runtime: string): string {
  const { stub, identifier, operations } = model;
  const name = `${identifier}Client`;
  const imports = new Imports([name], runtime);
  const stubClass = imports.value(stub, './stub.js');
  const options = imports.type('StubOptions');
  const taken = new Set<string>();
  const methods = operations.map((operation) => method(operation, methodName(operation, taken), imports));
  return printModule([
    ...imports.declarations(),
    {
      kind: StructureKind.Class,
      isExported: true,
      name,
      docs: jsDoc(`The client of ${model.name}: a place for names, types and checks of your own.`),
      properties: [{ name: '#stub', isReadonly: true, type: stubClass }],
      ctors: [
        { parameters: [{ name: 'options', type: options }], statements: [`this.#stub = new ${stubClass}(options);`] },
      ],
      methods,
    },
  ]);
}

function method(operation: OperationModel, name: string, imports: Imports): MethodDeclarationStructure {
  const { identifier, inputType, documentation, output } = operation;
  const types = imports.typesOf('./types.js');
  const [only, second] = output;
  const outputType = resultType(operation, types);
  const call = `this.#stub.${identifier}(input, options)`;
  const isOne = only !== undefined && second === undefined;
  return {
    kind: StructureKind.Method,
    name,
    docs: jsDoc(documentation, { indent: 2 }),
    isAsync: isOne,
    parameters: [
      { name: 'input', type: `${types}.${inputType}` },
      { name: 'options', hasQuestionToken: true, type: imports.type('CallOptions') },
    ],
    returnType: `Promise<${isOne ? `${outputType}[${quote(only.name)}]` : outputType}>`,
    statements: isOne
      ? [`const { ${propertyName(only.name)}: part } = await ${call};`, 'return part;']
      : [`return ${call};`],
  };
}

/** Names that a method cannot have: an object with a method `then` looks like a promise. */
const UNUSABLE: ReadonlySet<string> = new Set(['', 'constructor', 'then']);

function methodName({ identifier }: OperationModel, taken: Set<string>): string {
  const words = identifier.split('_').filter((word) => word !== '');
  const joined = words.map((word, index) => (index === 0 ? lowered(word) : capitalized(word))).join('');
  const wanted = UNUSABLE.has(joined) ? identifier : joined;
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}

function lowered(word: string): string {
  // An abbreviation is lowered as a whole: `SMSCount` is `smsCount`.
  const [start = ''] = /^[A-Z]+(?![a-z])/.exec(word) ?? [];
  const length = Math.max(1, start.length);
  return word.slice(0, length).toLowerCase() + word.slice(length);
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
