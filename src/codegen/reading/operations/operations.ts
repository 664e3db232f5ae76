import { type IdentifierScope, toIdentifier } from '../../model/identifiers.js';
import type { OperationModel, Part } from '../../model/model.js';
import { Refusal, type Warnings } from '../../model/refusal.js';
import { WSDL } from '../documents/namespaces.js';
import {
  childrenNamed,
  documentationOf,
  refuse,
  requireAttribute,
  requireName,
  type XmlElement,
} from '../documents/xml-tree.js';
import type { ReachedTypes } from '../reached-types.js';
import type { TypeTable } from '../type-table.js';
import { type BoundOperation, type ChosenPort, isSupported, refuseStyle } from './choose-port.js';
import type { Components } from './components.js';
import { readHeaders, readSoapBody, typeOfPart } from './soap-messages.js';

interface OperationContext {
  readonly components: Components;
  readonly table: TypeTable;
  readonly reached: ReachedTypes;
  readonly warnings: Warnings;
  readonly scopes: { readonly types: IdentifierScope; readonly values: IdentifierScope };
  readonly only?: readonly string[] | undefined;
}

interface OperationToRead {
  readonly operation: XmlElement;
  readonly bound: BoundOperation;
  readonly wanted: string;
}

/**
 * Reads the operations of a port, and the types that they need. Unsupported operations are skipped with a warning.
 *
 * @throws {@link Refusal} if all operations are unsupported, or one that was requested by name
 */
export function readOperations(port: ChosenPort, context: OperationContext): readonly OperationModel[] {
  const { components, reached, warnings, only } = context;
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
      const model = readOperation({ operation, bound, wanted: identifiers.get(operation) ?? '' }, context);
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
    warnings.add(refuse(operation, `is skipped: ${refusal.message}`));
  }
  return read;
}

const MAX_LISTED = 20;

function requireNames(portType: XmlElement, operations: readonly XmlElement[], only: readonly string[]): void {
  const names = operations.map(({ attributes }) => attributes.get('name') ?? '');
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const listed = names.length > MAX_LISTED ? [...names.slice(0, MAX_LISTED), '…'] : names;
  throw refuse(portType, `has no operation "${unknown}", but ${listed.join(', ')}`);
}

function readOperation(
  { operation, bound, wanted }: OperationToRead,
  { components, table, scopes }: OperationContext,
): OperationModel {
  if (!isSupported(bound)) throw refuseStyle(bound.statedBy, [bound]);
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

function messagesOf(operation: XmlElement): { readonly input: XmlElement; readonly output: XmlElement | undefined } {
  const [input] = childrenNamed(operation, WSDL, 'input');
  const [output] = childrenNamed(operation, WSDL, 'output');
  if (input === undefined) throw refuse(operation, 'has no wsdl:input: notifications are not supported');
  if (output !== undefined && operation.children.indexOf(output) < operation.children.indexOf(input)) {
    throw refuse(operation, 'is a solicit-response operation, which is not supported');
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

/**
 * Returns the identifiers of operations. Overloads are distinguished by the names of their input parts (`find_city`),
 * or by their types if the names are equal, so they do not depend on the order.
 */
function identifiersOf(operations: readonly XmlElement[], components: Components): ReadonlyMap<XmlElement, string> {
  const found = new Map<XmlElement, string>();
  for (const name of new Set(operations.map(({ attributes }) => attributes.get('name') ?? ''))) {
    const overloads = operations.filter(({ attributes }) => (attributes.get('name') ?? '') === name);
    const parts = overloads.map((operation) => inputParts(operation, components));
    const identifiers =
      overloads.length === 1 ? [name] : (distinct(name, parts, 'name') ?? distinct(name, parts, 'type'));
    for (const [index, operation] of overloads.entries()) {
      found.set(operation, toIdentifier(identifiers?.[index] ?? name));
    }
  }
  return found;
}

function distinct(
  name: string,
  overloads: readonly (readonly XmlElement[])[],
  attribute: 'name' | 'type',
): readonly string[] | undefined {
  const names = overloads.map((parts) => [name, ...parts.map((part) => localValue(part, attribute))].join('_'));
  return new Set(names.map(toIdentifier)).size === names.length ? names : undefined;
}

function localValue({ attributes }: XmlElement, attribute: string): string {
  const value = (attributes.get(attribute) ?? attributes.get('element') ?? '').trim();
  return value.slice(value.lastIndexOf(':') + 1);
}

function inputParts(operation: XmlElement, components: Components): readonly XmlElement[] {
  const [input] = childrenNamed(operation, WSDL, 'input');
  if (input === undefined) return [];
  try {
    return childrenNamed(components.find('message', input, 'message'), WSDL, 'part');
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
