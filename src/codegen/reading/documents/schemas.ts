import { Refusal, type Warnings } from '../../model/refusal.js';
import { type DocumentElement, warnOfNamespace } from './definitions.js';
import type { DocumentAddress, DocumentFiles } from './document-files.js';
import { toCurrentSchema } from './early-schemas.js';
import { BUILT_IN, XSD } from './namespaces.js';
import { isElement, refuse, requireAttribute, type XmlElement } from './xml-tree.js';

interface SchemaDocument {
  readonly element: XmlElement;
  readonly targetNamespace: string;
}

export interface Schemas {
  readonly documents: readonly SchemaDocument[];
  /** The imports that could not be followed, by the namespace that is missing because of it. */
  readonly missing: ReadonlyMap<string, Refusal>;
}

/** Reads the schemas of a WSDL and those that they import or include, each once. Built-in schemas need no file. */
export function readSchemas(roots: readonly DocumentElement[], files: DocumentFiles, warnings: Warnings): Schemas {
  const documents: SchemaDocument[] = [];
  const missing = new Map<string, Refusal>();
  const visited = new Set(roots.map(({ address, element }) => keyOf(address, targetOf(element))));

  function visit({ element: input, address }: DocumentElement, includer = ''): void {
    const element = toCurrentSchema(input);
    const targetNamespace = targetOf(element) ?? includer;
    documents.push({ element, targetNamespace });
    for (const child of element.children) {
      if (isElement(child, XSD, 'redefine')) throw refuse(child, 'is not supported');
      if (isElement(child, XSD, 'import')) followImport(child, address);
      if (isElement(child, XSD, 'include')) followInclude(child, address, targetNamespace);
    }
  }

  function followImport(element: XmlElement, base: DocumentAddress): void {
    const namespace = targetOf(element, 'namespace') ?? '';
    const location = element.attributes.get('schemaLocation');
    if (BUILT_IN.has(namespace) || location === undefined) return;
    follow(element, location, base, namespace, (imported) => warnOfNamespace(element, imported, warnings));
  }

  function followInclude(element: XmlElement, base: DocumentAddress, namespace: string): void {
    const location = requireAttribute(element, 'schemaLocation');
    follow(element, location, base, namespace, (included) => {
      const targetNamespace = targetOf(included);
      if (targetNamespace === undefined || targetNamespace === namespace) return;
      warnings.add(refuse(element, `includes a schema of another target namespace, "${targetNamespace}"`));
    });
  }

  /**
   * Reads an imported or included schema. An included schema without a target namespace gets that of the including one.
   */
  function follow(
    element: XmlElement,
    location: string,
    base: DocumentAddress,
    namespace: string,
    check: (schema: XmlElement) => void,
  ): void {
    let address: DocumentAddress;
    let schema: XmlElement;
    try {
      address = files.locate(element, location, base);
      schema = files.read(element, address);
    } catch (error) {
      if (!(error instanceof Refusal) || error.place.file !== element.place.file) throw error;
      missing.set(namespace, error);
      return;
    }
    if (!isElement(schema, XSD, 'schema')) throw refuse(schema, 'is not an xsd:schema');
    const targetNamespace = targetOf(schema);
    const key = keyOf(address, targetNamespace ?? namespace);
    if (visited.has(key)) return;
    visited.add(key);
    check(schema);
    if (targetNamespace === undefined && namespace !== '') schema = files.read(element, address, namespace);
    visit({ element: schema, address }, namespace);
  }

  for (const root of roots) visit(root);
  return { documents, missing };
}

function targetOf(element: XmlElement, attribute = 'targetNamespace'): string | undefined {
  const namespace = element.attributes.get(attribute);
  return namespace === '' ? undefined : namespace;
}

function keyOf({ path }: DocumentAddress, namespace: string | undefined): string {
  return `${path}\n${namespace ?? ''}`;
}
