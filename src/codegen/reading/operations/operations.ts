import type { OperationModel, Part } from '../../model/model.js';
import { Refusal } from '../../model/refusal.js';
import type { Warnings } from '../../model/warnings.js';
import { WSDL } from '../documents/namespaces.js';
import {
  childrenNamed,
  documentationOf,
  refuse,
  requireAttribute,
  requireName,
  type XmlElement,
} from '../documents/xml-tree.js';
import type { IdentifierScope } from '../identifiers.js';
import type { ReachedTypes } from '../reached-types.js';
import type { TypeTable } from '../type-table.js';
import { type BoundOperation, isSupported, refuseStyle } from './bound-operations.js';
import type { ChosenPort } from './choose-port.js';
import type { Components } from './components.js';
import { identifiersOf } from './overloads.js';
import { typeOfPart } from './part-type.js';
import { readSoapBody } from './soap-body.js';
import { readHeaders } from './soap-headers.js';

/** The things that reading operations takes beside the port. */
interface Surroundings {
  readonly components: Components;
  readonly table: TypeTable;
  /** Takes the types that the operations need. */
  readonly reached: ReachedTypes;
  readonly warnings: Warnings;
  /** Take the identifiers of the operations and of the types of their parts. */
  readonly scopes: { readonly types: IdentifierScope; readonly values: IdentifierScope };
  /** The names of those that are wanted. Default: all. */
  readonly only?: readonly string[] | undefined;
}

/** An operation of a port type, and how it is bound. */
interface Pair {
  readonly operation: XmlElement;
  readonly bound: BoundOperation;
  readonly wanted: string;
}

/**
 * Reads the operations of a port, and the types that they need: the port type says the parts, the binding how they
 * travel. One that cannot be generated for is left out, with a warning.
 *
 * @throws {@link Refusal} when that is true of all of them, or of one that is asked for by name
 */
export function readOperations(port: ChosenPort, surroundings: Surroundings): readonly OperationModel[] {
  const { components, reached, warnings, only } = surroundings;
  const portType = components.find('portType', port.binding, 'type');
  const refusals: { readonly operation: XmlElement; readonly refusal: Refusal }[] = [];
  const read: OperationModel[] = [];
  const operations = childrenNamed(portType, WSDL, 'operation');
  if (only !== undefined) requireNames(portType, operations, only);
  const identifiers = identifiersOf(operations, components);
  for (const operation of operations) {
    const name = operation.attributes.get('name');
    if (only?.includes(name ?? '') === false) continue;
    const overloads = operations.filter(({ attributes }) => attributes.get('name') === name);
    try {
      const bound = findBound(port, operation, overloads.indexOf(operation));
      const model = readOperation({ operation, bound, wanted: identifiers.get(operation) ?? '' }, surroundings);
      reached.reach(model);
      read.push(model);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push({ operation, refusal: error });
    }
  }
  for (const { element } of port.operations) {
    if (isIn(portType, element) || only !== undefined) continue;
    refusals.push({ operation: element, refusal: refuse(element, 'its wsdl:portType has no such operation') });
  }
  const [first] = refusals;
  // One that is asked for by name is never left out.
  if (first !== undefined && (read.length === 0 || only !== undefined)) throw first.refusal;
  for (const { operation, refusal } of refusals) {
    warnings.add(refuse(operation, `is left out: ${refusal.message}`));
  }
  return read;
}

const MAX_TOLD = 20;

/** Refuses names that are those of no operation. */
function requireNames(portType: XmlElement, operations: readonly XmlElement[], only: readonly string[]): void {
  const names = operations.map(({ attributes }) => attributes.get('name') ?? '');
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const told = names.length > MAX_TOLD ? [...names.slice(0, MAX_TOLD), '…'] : names;
  throw refuse(portType, `has no operation "${unknown}", but ${told.join(', ')}`);
}

function readOperation(
  { operation, bound, wanted }: Pair,
  { components, table, scopes }: Surroundings,
): OperationModel {
  if (!isSupported(bound)) throw refuseStyle(bound.saidBy, [bound]);
  const { input, output } = messagesOf(operation);
  const request = readSoapBody(bound.element, 'input');
  const response = output && readSoapBody(bound.element, 'output');
  const name = requireName(operation, requireAttribute(operation, 'name'));
  const partsOf = (message: XmlElement, only: ReadonlySet<string> | undefined): readonly Part[] =>
    readParts(components.find('message', message, 'message'), table, only);
  const parts = { input: partsOf(input, request.parts), output: output ? partsOf(output, response?.parts) : [] };
  const headers = {
    input: readHeaders(request.headers, { components, table }),
    output: readHeaders(response?.headers ?? [], { components, table }),
  };
  const identifier = scopes.values.claim(wanted);
  return {
    name,
    identifier,
    inputType: scopes.types.claim(`${identifier}Input`),
    outputType: output && scopes.types.claim(`${identifier}Output`),
    namespace: request.namespace,
    soapAction: bound.soapAction,
    documentation: documentationOf(operation) || documentationOf(bound.element),
    ...parts,
    headers,
  };
}

/** Finds how an operation is bound: by its name and, where several have it, by the names of its messages. */
function findBound({ operations }: ChosenPort, operation: XmlElement, index: number): BoundOperation {
  const name = requireAttribute(operation, 'name');
  const named = operations.filter(({ element }) => element.attributes.get('name') === name);
  const fitting = named.filter(({ element }) => haveSameMessages(element, operation));
  const found = (fitting.length === 1 ? fitting[0] : undefined) ?? named[index];
  if (found === undefined) throw refuse(operation, 'its wsdl:binding does not bind it');
  return found;
}

function haveSameMessages(one: XmlElement, other: XmlElement): boolean {
  return ['input', 'output'].every((message) => {
    const [first] = childrenNamed(one, WSDL, message);
    const [second] = childrenNamed(other, WSDL, message);
    return first?.attributes.get('name') === second?.attributes.get('name');
  });
}

function isIn(portType: XmlElement, bound: XmlElement): boolean {
  const name = bound.attributes.get('name');
  return childrenNamed(portType, WSDL, 'operation').some(({ attributes }) => attributes.get('name') === name);
}

/** The messages of an operation; one that is one-way has no output. */
function messagesOf(operation: XmlElement): { readonly input: XmlElement; readonly output: XmlElement | undefined } {
  const [input] = childrenNamed(operation, WSDL, 'input');
  const [output] = childrenNamed(operation, WSDL, 'output');
  if (input === undefined) throw refuse(operation, 'has no wsdl:input: notifications are not supported');
  if (output !== undefined && operation.children.indexOf(output) < operation.children.indexOf(input)) {
    throw refuse(operation, 'answers before it is asked: solicit-response operations are not supported');
  }
  return { input, output };
}

function readParts(message: XmlElement, types: TypeTable, only: ReadonlySet<string> | undefined): readonly Part[] {
  const names = new Set<string>();
  const parts = childrenNamed(message, WSDL, 'part').flatMap((part): readonly Part[] => {
    const name = requireName(part, requireAttribute(part, 'name'));
    if (names.has(name)) throw refuse(part, 'a second part of this name');
    names.add(name);
    if (only?.has(name) === false) return [];
    return [{ name, type: typeOfPart(part, types), documentation: documentationOf(part) }];
  });
  for (const name of only ?? []) {
    if (!names.has(name)) throw refuse(message, `soap:body names a part "${name}" that it does not have`);
  }
  return parts;
}
