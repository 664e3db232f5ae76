import type { NamespaceModel, OperationModel, ServiceModel, TypeDefinition } from '../model/model.js';
import { toWord } from '../model/words.js';
import { readArrayType } from './array-type.js';
import { choosePort } from './choose-port.js';
import { indexComponents } from './components.js';
import { type FileAccess, loadDocuments } from './documents/load-documents.js';
import { SOAP } from './documents/namespaces.js';
import { childrenNamed, documentationOf, requireAttribute } from './documents/xml-tree.js';
import { claimIdentifier, type IdentifierScope, toIdentifier } from './identifiers.js';
import { readOperations } from './operations.js';
import { readSimpleType } from './simple-type.js';
import { readStructType } from './struct-type.js';
import { type DeclaredType, indexTypes, type TypeTable } from './type-table.js';

/** Options for reading a WSDL. */
export interface ReadOptions extends FileAccess {
  /** Name of the port to generate for; needed only where several are bound to SOAP 1.1. */
  readonly port?: string | undefined;
}

/**
 * Reads one service of a WSDL 1.1 document with SOAP 1.1 RPC/encoded binding.
 *
 * @param path - absolute path of the document
 * @throws {@link Refusal} when the document is malformed or uses what is not supported
 * @throws Error when the file cannot be read
 */
export function readWsdl(path: string, options: ReadOptions): ServiceModel {
  const { fileName, sha256, definitions, schemas } = loadDocuments(path, options);
  const [root] = definitions;
  if (root === undefined) throw new TypeError('a document without a root was loaded');
  const components = indexComponents(definitions);
  const chosen = choosePort(components, root, options.port);
  const name = requireAttribute(chosen.service, 'name');
  const stub = `${toWord(name)}Stub`;

  // The index of the generated code re-exports these beside the types.
  const exported: IdentifierScope = new Map();
  for (const taken of [stub, 'StubOptions', 'CallOptions']) {
    claimIdentifier(exported, taken, root, 'an export of the generated index');
  }
  const table = indexTypes(schemas, exported);
  const types = [...table.values()].map((declared) => readType(table, declared));
  const values: IdentifierScope = new Map([[stub, 'the stub class']]);
  const operations = readOperations(chosen, components, table, { types: exported, values });

  const address = childrenNamed(chosen.port, SOAP, 'address')[0]?.attributes.get('location');
  return freeze({
    source: { fileName, sha256 },
    name,
    identifier: serviceIdentifier(name, values),
    stub,
    address,
    documentation: documentationOf(chosen.service) || documentationOf(root),
    namespaces: assignPrefixes(operations, types),
    types,
    operations,
  });
}

function readType(table: TypeTable, declared: DeclaredType): TypeDefinition {
  if (declared.kind === 'alias') return readSimpleType(table, declared);
  return declared.kind === 'array' ? readArrayType(table, declared) : readStructType(table, declared);
}

// An operation may well be called like its service; it keeps the name, for people write it more often.
function serviceIdentifier(name: string, taken: IdentifierScope): string {
  let identifier = toIdentifier(name);
  while (taken.has(identifier)) identifier += 'Service';
  return identifier;
}

function assignPrefixes(
  operations: readonly OperationModel[],
  types: readonly TypeDefinition[],
): readonly NamespaceModel[] {
  const uris = new Set([
    ...operations.map(({ namespace }) => namespace),
    // An alias travels as its base, so its own namespace is never written.
    ...types.filter(({ kind }) => kind !== 'alias').map(({ namespace }) => namespace),
  ]);
  return [...uris].map((uri, index) => ({ prefix: `ns${index + 1}`, uri }));
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}
