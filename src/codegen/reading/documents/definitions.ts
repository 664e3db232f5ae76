import { Refusal, type Warnings } from '../../model/refusal.js';
import type { DocumentAddress, DocumentFiles } from './document-files.js';
import { WSDL, XSD } from './namespaces.js';
import { childrenNamed, isElement, refuse, requireAttribute, type XmlElement } from './xml-tree.js';

export interface DocumentElement {
  readonly element: XmlElement;
  readonly address: DocumentAddress;
}

export interface Definitions {
  /** Every `wsdl:definitions`, the one that was asked for first. */
  readonly roots: readonly XmlElement[];
  /** Every `xsd:schema` that a WSDL holds or imports. */
  readonly schemas: readonly DocumentElement[];
  /** The imports that could not be followed: only what is missing because of one is refused. */
  readonly missing: readonly Refusal[];
}

/** Reads a WSDL and the documents that it imports, each once. */
export function readDefinitions(path: string, files: DocumentFiles, warnings: Warnings): Definitions {
  const roots: XmlElement[] = [];
  const schemas: DocumentElement[] = [];
  const missing: Refusal[] = [];
  const visited = new Set([path]);

  function visit(root: XmlElement, address: DocumentAddress): void {
    roots.push(root);
    for (const child of childrenNamed(root, WSDL, 'import')) {
      const target = locate(child, address);
      if (target === undefined || visited.has(target.path)) continue;
      visited.add(target.path);
      const imported = files.read(child, target);
      if (isElement(imported, WSDL, 'definitions')) visit(imported, target);
      else if (isElement(imported, XSD, 'schema')) schemas.push({ element: imported, address: target });
      else throw refuse(imported, 'is neither wsdl:definitions nor xsd:schema');
      warnOfNamespace(child, imported, warnings);
    }
    for (const types of childrenNamed(root, WSDL, 'types')) {
      schemas.push(...childrenNamed(types, XSD, 'schema').map((element) => ({ element, address })));
    }
  }

  function locate(element: XmlElement, base: DocumentAddress): DocumentAddress | undefined {
    try {
      return files.locate(element, requireAttribute(element, 'location'), base);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      missing.push(error);
      return undefined;
    }
  }

  const { address, root } = files.readFirst(path);
  if (!isElement(root, WSDL, 'definitions')) throw refuse(root, 'is not the wsdl:definitions of WSDL 1.1');
  visit(root, address);
  return { roots, schemas, missing };
}

/** Warns of a file that has another namespace than the one it is imported for: its own is the one that counts. */
export function warnOfNamespace(importer: XmlElement, imported: XmlElement, warnings: Warnings): void {
  const expected = importer.attributes.get('namespace') ?? '';
  const actual = imported.attributes.get('targetNamespace') ?? '';
  if (expected === actual) return;
  warnings.add(refuse(importer, `imports the namespace "${expected}", but the file's target namespace is "${actual}"`));
}
