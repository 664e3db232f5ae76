import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Refusal } from '../../model/refusal.js';
import { BUILT_IN, WSDL, XSD } from './namespaces.js';
import { parseXml } from './parse-xml.js';
import { decodeSource } from './source-text.js';
import { childrenNamed, isElement, refuse, requireAttribute, type XmlElement } from './xml-tree.js';

/** Access to files. */
export interface FileAccess {
  /** @throws Error when the file cannot be read */
  readFile(path: string): Uint8Array;
  /** Returns the name of a file in messages. */
  displayName(path: string): string;
}

/** A WSDL with everything it imports. */
export interface Documents {
  readonly fileName: string;
  /** Over the bytes of all files, one after the other in the order they are read; in hexadecimal. */
  readonly sha256: string;
  /** Every `wsdl:definitions`, the one that was asked for first. */
  readonly definitions: readonly XmlElement[];
  /** Every `xsd:schema`. */
  readonly schemas: readonly SchemaDocument[];
}

/** A schema and the namespace of what it defines. */
export interface SchemaDocument {
  readonly element: XmlElement;
  readonly targetNamespace: string;
}

/**
 * Reads a WSDL and the local files that it imports or includes, each once, so cycles end.
 * Nothing is fetched from a network: an address outside the file system is refused, and the built-in schemas
 * (XML Schema, WSDL, SOAP encoding) need no file.
 *
 * @throws {@link Refusal} when a document is malformed or an import cannot be followed
 * @throws Error when the WSDL itself cannot be read
 */
export function loadDocuments(path: string, files: FileAccess): Documents {
  const hash = createHash('sha256');
  const bytesByPath = new Map<string, Uint8Array>();
  const definitions: XmlElement[] = [];
  const schemas: SchemaDocument[] = [];
  const visited = new Set<string>();

  function parseFile(file: string, defaultNamespace?: string): XmlElement {
    let bytes = bytesByPath.get(file);
    if (bytes === undefined) {
      bytes = files.readFile(file);
      bytesByPath.set(file, bytes);
      hash.update(bytes);
    }
    return parseXml(decodeSource(files.displayName(file), bytes), defaultNamespace);
  }

  function parseRoot(): XmlElement {
    try {
      return parseFile(path);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Error(`${files.displayName(path)}: cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }

  function parseImported(importer: XmlElement, file: string, defaultNamespace?: string): XmlElement {
    try {
      return parseFile(file, defaultNamespace);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw refuse(importer, `cannot be read: ${messageOf(error)}`);
    }
  }

  function visitDefinitions(root: XmlElement, file: string): void {
    definitions.push(root);
    for (const child of childrenNamed(root, WSDL, 'import')) {
      const target = resolveLocation(child, requireAttribute(child, 'location'), file);
      if (seenBefore(visited, target)) continue;
      const imported = parseImported(child, target);
      requireNamespace(child, imported);
      if (isElement(imported, WSDL, 'definitions')) visitDefinitions(imported, target);
      else if (isElement(imported, XSD, 'schema')) visitSchema(imported, target);
      else throw refuse(imported, 'is neither wsdl:definitions nor xsd:schema');
    }
    for (const types of childrenNamed(root, WSDL, 'types')) {
      for (const schema of childrenNamed(types, XSD, 'schema')) visitSchema(schema, file);
    }
  }

  function visitSchema(element: XmlElement, file: string, includer = ''): void {
    const targetNamespace = element.attributes.get('targetNamespace') ?? includer;
    schemas.push({ element, targetNamespace });
    for (const child of element.children) {
      if (isElement(child, XSD, 'redefine')) throw refuse(child, 'redefinition is not supported');
      if (isElement(child, XSD, 'import')) followImport(child, file);
      if (isElement(child, XSD, 'include')) followInclude(child, file, targetNamespace);
    }
  }

  function followImport(element: XmlElement, file: string): void {
    const location = element.attributes.get('schemaLocation');
    if (BUILT_IN.has(element.attributes.get('namespace') ?? '') || location === undefined) return;
    const target = resolveLocation(element, location, file);
    if (seenBefore(visited, target)) return;
    const imported = requireSchema(parseImported(element, target));
    requireNamespace(element, imported);
    visitSchema(imported, target);
  }

  function followInclude(element: XmlElement, file: string, namespace: string): void {
    const target = resolveLocation(element, requireAttribute(element, 'schemaLocation'), file);
    let included = requireSchema(parseImported(element, target));
    const own = included.attributes.get('targetNamespace');
    if (own !== undefined && own !== namespace) {
      throw refuse(element, `includes a schema of another target namespace, "${own}"`);
    }
    // One without a target namespace takes the includer's, and may do so for several of them.
    if (seenBefore(visited, own === undefined && namespace !== '' ? `${target}\n${namespace}` : target)) return;
    if (own === undefined) included = parseImported(element, target, namespace);
    visitSchema(included, target, namespace);
  }

  visited.add(path);
  const root = parseRoot();
  if (!isElement(root, WSDL, 'definitions')) throw refuse(root, 'is not the wsdl:definitions of WSDL 1.1');
  visitDefinitions(root, path);
  return { fileName: basename(path), sha256: hash.digest('hex'), definitions, schemas };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function seenBefore(visited: Set<string>, key: string): boolean {
  const seen = visited.has(key);
  visited.add(key);
  return seen;
}

function resolveLocation(element: XmlElement, location: string, file: string): string {
  let url: URL;
  try {
    url = new URL(location, pathToFileURL(file));
  } catch {
    throw refuse(element, `its location "${location}" is no address`);
  }
  if (url.protocol !== 'file:') {
    throw refuse(element, `"${location}" is not a local file, and nothing is fetched from a network`);
  }
  if (url.search !== '') throw refuse(element, `its location "${location}" has a query, which no file has`);
  try {
    return fileURLToPath(url);
  } catch {
    throw refuse(element, `its location "${location}" is not a local file`);
  }
}

function requireSchema(element: XmlElement): XmlElement {
  if (!isElement(element, XSD, 'schema')) throw refuse(element, 'is not an xsd:schema');
  return element;
}

function requireNamespace(importer: XmlElement, imported: XmlElement): void {
  const wanted = importer.attributes.get('namespace') ?? '';
  const actual = imported.attributes.get('targetNamespace') ?? '';
  if (wanted !== actual) {
    throw refuse(importer, `imports the namespace "${wanted}", but the file's target namespace is "${actual}"`);
  }
}
