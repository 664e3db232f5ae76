import type { OperationModel, Part } from '../model/model.js';
import { type ChosenPort, styleOf } from './choose-port.js';
import { type Components, findComponent } from './components.js';
import { SOAP, WSDL } from './documents/namespaces.js';
import { childrenNamed, documentationOf, refuse, requireAttribute, type XmlElement } from './documents/xml-tree.js';
import { claimIdentifier, type IdentifierScope, toIdentifier } from './identifiers.js';
import { readSoapBody } from './soap-body.js';
import { resolveType, type TypeTable } from './type-table.js';

/**
 * Reads the operations of a port: its port type says the parts, its binding how they travel.
 *
 * @param scopes - take the identifiers of the operations and of the types of their parts
 * @throws {@link Refusal} when an operation is not request and response in RPC/encoded style
 */
export function readOperations(
  { binding, soapBinding }: ChosenPort,
  components: Components,
  types: TypeTable,
  scopes: { readonly types: IdentifierScope; readonly values: IdentifierScope },
): readonly OperationModel[] {
  const portType = findComponent(components, 'portType', binding, 'type');
  const bindings = operationsByName(binding);
  const operations = operationsByName(portType);
  for (const [name, bound] of bindings) {
    if (!operations.has(name)) throw refuse(bound, 'its wsdl:portType has no such operation');
  }
  return [...operations].map(([name, operation]) => {
    const bound = bindings.get(name);
    if (bound === undefined) throw refuse(operation, 'its wsdl:binding does not bind it');
    const [soapOperation] = childrenNamed(bound, SOAP, 'operation');
    requireRpc(soapOperation?.attributes.has('style') ? soapOperation : soapBinding);
    const { input, output } = messagesOf(operation);
    const request = readSoapBody(bound, 'input');
    const response = readSoapBody(bound, 'output');
    const identifier = toIdentifier(name);
    claimIdentifier(scopes.values, identifier, operation);
    claimIdentifier(scopes.types, `${identifier}Input`, operation);
    claimIdentifier(scopes.types, `${identifier}Output`, operation);
    return {
      name,
      identifier,
      namespace: request.namespace,
      soapAction: soapOperation?.attributes.get('soapAction') ?? '',
      documentation: documentationOf(operation),
      input: readParts(findComponent(components, 'message', input, 'message'), types, request.parts),
      output: readParts(findComponent(components, 'message', output, 'message'), types, response.parts),
    };
  });
}

function requireRpc(element: XmlElement): void {
  const style = styleOf(element);
  if (style !== 'rpc') throw refuse(element, `style="${style}" is not supported, only rpc`);
}

function operationsByName(parent: XmlElement): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const operation of childrenNamed(parent, WSDL, 'operation')) {
    const name = requireAttribute(operation, 'name');
    if (found.has(name)) throw refuse(operation, 'a second operation of this name; overloading is not supported');
    found.set(name, operation);
  }
  return found;
}

function messagesOf(operation: XmlElement): { readonly input: XmlElement; readonly output: XmlElement } {
  const [input] = childrenNamed(operation, WSDL, 'input');
  const [output] = childrenNamed(operation, WSDL, 'output');
  if (input === undefined) throw refuse(operation, 'has no wsdl:input: notifications are not supported');
  if (output === undefined) throw refuse(operation, 'has no wsdl:output: one-way operations are not supported');
  if (operation.children.indexOf(output) < operation.children.indexOf(input)) {
    throw refuse(operation, 'answers before it is asked: solicit-response operations are not supported');
  }
  return { input, output };
}

function readParts(message: XmlElement, types: TypeTable, only: ReadonlySet<string> | undefined): readonly Part[] {
  const names = new Set<string>();
  const parts = childrenNamed(message, WSDL, 'part').map((part): Part => {
    const name = requireAttribute(part, 'name');
    if (names.has(name)) throw refuse(part, 'a second part of this name');
    names.add(name);
    if (part.attributes.has('element')) {
      throw refuse(part, 'element= belongs to document style; an RPC part has type=');
    }
    const type = resolveType(types, part, requireAttribute(part, 'type'));
    return { name, type, documentation: documentationOf(part) };
  });
  for (const name of only ?? []) {
    if (!names.has(name)) throw refuse(message, `soap:body names a part "${name}" that it does not have`);
  }
  return only === undefined ? parts : parts.filter(({ name }) => only.has(name));
}
