import { type MethodDeclarationStructure, StructureKind } from 'ts-morph';
import { Imports } from '../emitting/imports.js';
import { resultType } from '../emitting/names.js';
import { jsDoc, printModule, propertyName, quote } from '../emitting/source.js';
import type { OperationModel, ServiceModel } from '../model/model.js';

/**
 * Emits the beginning of a client that is written by hand: a class with a method for each operation, named as is usual
 * in TypeScript. An operation with one output part gives that part.
 */
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

/** `soap_GetGroups` is `soapGetGroups`. */
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
