import type { Refusal } from '../../model/refusal.js';
import type { Definitions } from '../documents/definitions.js';
import { expandedName, WSDL } from '../documents/namespaces.js';
import {
  childrenNamed,
  isSame,
  refuse,
  requireAttribute,
  resolveReference,
  type XmlElement,
} from '../documents/xml-tree.js';

const KINDS = ['message', 'portType', 'binding', 'service'] as const;

export type ComponentKind = (typeof KINDS)[number];

export class Components {
  readonly #found: ReadonlyMap<ComponentKind, ReadonlyMap<string, readonly XmlElement[]>>;
  readonly #missing: readonly Refusal[];

  constructor({ roots, missing }: Definitions) {
    this.#found = new Map(KINDS.map((kind) => [kind, componentsOf(roots, kind)]));
    this.#missing = missing;
  }

  services(): readonly XmlElement[] {
    const services = [...(this.#found.get('service')?.values() ?? [])].flat();
    const [missing] = this.#missing;
    if (services.length === 0 && missing !== undefined) throw missing;
    return services;
  }

  /** Finds the component that an attribute refers to. If the namespace is wrong, a unique local name is enough. */
  find(kind: ComponentKind, element: XmlElement, attribute: string): XmlElement {
    const name = requireAttribute(element, attribute).trim();
    const [found, ...others] = this.#named(kind, element, name);
    if (found === undefined) {
      const key = resolveReference(element, attribute);
      throw this.#missing[0] ?? refuse(element, `its wsdl:${kind} "${key}" is not defined`);
    }
    const other = others.find((one) => !isSame(one, found));
    if (other !== undefined) throw refuse(other, 'is defined twice with different content');
    return found;
  }

  #named(kind: ComponentKind, { prefixes }: XmlElement, name: string): readonly XmlElement[] {
    const all = this.#found.get(kind) ?? new Map<string, readonly XmlElement[]>();
    // Behind the prefix there may be further colons, which no name should have, and some do.
    const colon = name.indexOf(':');
    const local = name.slice(colon + 1);
    const found = all.get(expandedName(prefixes.get(name.slice(0, Math.max(colon, 0))) ?? '', local));
    if (found !== undefined) return found;
    const [one, ...more] = [...all].filter(([key]) => key === local || key.endsWith(`}${local}`));
    return one === undefined || more.length > 0 ? [] : one[1];
  }
}

function componentsOf(roots: readonly XmlElement[], kind: ComponentKind): ReadonlyMap<string, readonly XmlElement[]> {
  const found = new Map<string, XmlElement[]>();
  for (const root of roots) {
    const namespace = root.attributes.get('targetNamespace') ?? '';
    for (const element of childrenNamed(root, WSDL, kind)) {
      const key = expandedName(namespace, element.attributes.get('name')?.trim() ?? '');
      const same = found.get(key) ?? [];
      found.set(key, same);
      same.push(element);
    }
  }
  return found;
}
