import { expandedName, XSD } from './documents/namespaces.js';
import type { Schemas } from './documents/schemas.js';
import type { XmlElement } from './documents/xml-tree.js';

type GlobalKind = 'element' | 'attribute' | 'group' | 'attributeGroup';

/** The named elements, attributes and groups of all schemas. */
export class Globals {
  readonly #found = new Map<string, XmlElement>();

  constructor({ documents }: Pick<Schemas, 'documents'>) {
    for (const { element: schema, targetNamespace } of documents) {
      for (const element of schema.children) {
        const name = element.attributes.get('name');
        if (element.namespace !== XSD || name === undefined) continue;
        const key = keyOf(element.localName, expandedName(targetNamespace, name));
        // The first one counts, as with everything that an import brings in twice.
        if (!this.#found.has(key)) this.#found.set(key, element);
      }
    }
  }

  /** The construct of an expanded name. */
  find(kind: GlobalKind, name: string): XmlElement | undefined {
    return this.#found.get(keyOf(kind, name));
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${name}`;
}
