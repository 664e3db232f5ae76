import { StructureKind } from 'ts-morph';
import { exampleOutput } from '../emitting/example.js';
import { Imports } from '../emitting/imports.js';
import { type Layout, objectLiteral, print } from '../emitting/layout.js';
import { jsDoc, literalKey, printModule, type Statement } from '../emitting/source.js';
import type { ServiceModel } from '../model/model.js';

/** The entry that has servers. */
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

/** Emits a server for tests that answers as a HAR file says. */
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
