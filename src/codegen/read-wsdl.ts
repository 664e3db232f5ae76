import { basename } from 'node:path';
import { IdentifierScope, toIdentifier, toWord } from './model/identifiers.js';
import type { NamespaceModel, OperationModel, ServiceModel, TypeDefinition } from './model/model.js';
import { Warnings } from './model/refusal.js';
import { readDefinitions } from './reading/documents/definitions.js';
import { DocumentFiles, type FileAccess, isRemote } from './reading/documents/document-files.js';
import { SOAP } from './reading/documents/namespaces.js';
import { readSchemas } from './reading/documents/schemas.js';
import { childrenNamed, documentationOf, requireAttribute } from './reading/documents/xml-tree.js';
import { choosePort } from './reading/operations/choose-port.js';
import { Components } from './reading/operations/components.js';
import { readOperations } from './reading/operations/operations.js';
import { ReachedTypes } from './reading/reached-types.js';
import { type Strictness, TypeTable } from './reading/type-table.js';

export interface ReadOptions extends FileAccess {
  readonly port?: string | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly allTypes?: boolean | undefined;
  /**
   * `strict` checks values against their types: required fields are present, and fields that are not nillable are not
   * nil. `lenient` declares every field as optional and nillable. `plain` keeps the types of the fields, but checks
   * nothing and supports no derived types. Default: `strict`.
   */
  readonly strictness?: Strictness | undefined;
}

export interface ReadWsdl {
  readonly model: ServiceModel;
  readonly warnings: readonly string[];
}

/**
 * Reads one service of a WSDL 1.1 document with SOAP 1.1 RPC/encoded binding, and the types that its operations need.
 *
 * @param path - absolute
 * @throws {@link Refusal} for an invalid or unsupported document
 */
export function readWsdl(path: string, options: ReadOptions): ReadWsdl {
  const files = new DocumentFiles(options);
  const warnings = new Warnings();
  const definitions = readDefinitions(path, files, warnings);
  const [root] = definitions.roots;
  if (root === undefined) throw new TypeError('a document without a root was read');
  const components = new Components(definitions);
  const chosen = choosePort(components, root, options.port);
  const name = requireAttribute(chosen.service, 'name');
  const stub = `${toWord(name)}Stub`;

  // The index of the generated code re-exports these beside the types.
  const exported = new IdentifierScope([stub, 'StubOptions', 'CallOptions']);
  const values = new IdentifierScope([stub]);
  const schemas = readSchemas(definitions.schemas, files, warnings);
  const table = new TypeTable(schemas, exported, warnings, options.strictness);
  const reached = new ReachedTypes(table);
  const scopes = { types: exported, values };
  const operations = readOperations(chosen, {
    components,
    table,
    reached,
    warnings,
    scopes,
    only: options.operations,
  });
  if (options.allTypes === true) reached.reachAll();
  const types = reached.definitions;

  const address = childrenNamed(chosen.port, SOAP, 'address')[0]?.attributes.get('location');
  const model: ServiceModel = {
    source: {
      // Used in a comment of one line.
      fileName: basename(isRemote(path) ? new URL(path).pathname : path).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '_'),
      sha256: files.sha256,
    },
    name,
    identifier: serviceIdentifier(name, values),
    stub,
    address,
    documentation: documentationOf(chosen.service) || documentationOf(root),
    namespaces: assignPrefixes(operations, types),
    types,
    operations,
  };
  return { model: freeze(model), warnings: warnings.texts };
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
    ...operations.flatMap(({ headers: { input, output } }) => [...input, ...output].map(({ namespace }) => namespace)),
    ...types.filter(({ kind }) => kind !== 'any').map(({ namespace }) => namespace),
    ...types.flatMap((type) => (type.kind === 'struct' ? type.fields.map(({ namespace }) => namespace) : [])),
  ]);
  uris.delete('');
  return [...uris].map((uri, index) => ({ prefix: `ns${index + 1}`, uri }));
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}
