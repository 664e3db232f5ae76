import { expandedName, WSDL } from './documents/namespaces.js';
import { childrenNamed, refuse, requireAttribute, resolveReference, type XmlElement } from './documents/xml-tree.js';

/** The named parts of all `wsdl:definitions`, by expanded name; each kind is a symbol space of its own. */
export interface Components {
  readonly message: ReadonlyMap<string, XmlElement>;
  readonly portType: ReadonlyMap<string, XmlElement>;
  readonly binding: ReadonlyMap<string, XmlElement>;
  readonly service: ReadonlyMap<string, XmlElement>;
}

/**
 * Lists messages, port types, bindings and services.
 *
 * @throws {@link Refusal} when two of a kind have the same name
 */
export function indexComponents(definitions: readonly XmlElement[]): Components {
  const index = (kind: keyof Components): ReadonlyMap<string, XmlElement> => {
    const found = new Map<string, XmlElement>();
    for (const root of definitions) {
      for (const element of childrenNamed(root, WSDL, kind)) {
        const namespace = root.attributes.get('targetNamespace') ?? '';
        const key = expandedName(namespace, requireAttribute(element, 'name'));
        if (found.has(key)) throw refuse(element, 'is defined twice');
        found.set(key, element);
      }
    }
    return found;
  };
  return {
    message: index('message'),
    portType: index('portType'),
    binding: index('binding'),
    service: index('service'),
  };
}

/**
 * Finds what an attribute of an element refers to.
 *
 * @throws {@link Refusal} when there is no such component
 */
export function findComponent(
  components: Components,
  kind: keyof Components,
  element: XmlElement,
  attribute: string,
): XmlElement {
  const key = resolveReference(element, attribute);
  const found = components[kind].get(key);
  if (found === undefined) throw refuse(element, `its wsdl:${kind} "${key}" is not defined`);
  return found;
}
