import { type Place, Refusal } from '../../model/refusal.js';
import { expandedName, usualPrefix, WSDL, XML, XMLNS, XSD } from './namespaces.js';

export interface XmlElement {
  readonly namespace: string;
  readonly localName: string;
  /** By expanded name: `{namespace}local`, or the bare local name for an attribute without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  readonly place: Place;
  readonly prefixes: ReadonlyMap<string, string>;
}

export const INITIAL_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', XML],
  ['xmlns', XMLNS],
]);

export function isElement(element: XmlElement, namespace: string, localName: string): boolean {
  return element.namespace === namespace && element.localName === localName;
}

export function childrenNamed(parent: XmlElement, namespace: string, localName: string): readonly XmlElement[] {
  return parent.children.filter((child) => isElement(child, namespace, localName));
}

export function describe(element: XmlElement): string {
  const prefix = usualPrefix(element.namespace);
  const tag = prefix === undefined ? element.localName : `${prefix}:${element.localName}`;
  const name = element.attributes.get('name') ?? element.attributes.get('ref');
  return name === undefined ? tag : `${tag} "${name}"`;
}

export function refuse(element: XmlElement, why: string): Refusal {
  return new Refusal(element.place, describe(element), why);
}

export function requireAttribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined) throw refuse(element, `has no ${name}`);
  return value;
}

/** A name without a prefix (Namespaces in XML 1.0, section 3). */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.\-·]*$/u;

export function requireName(element: XmlElement, name: string): string {
  if (!NAME.test(name)) throw refuse(element, 'its name is not a valid XML name');
  return name;
}

/** Splits a prefixed name by the namespaces in scope. @throws {@link Refusal} for an unbound prefix */
export function resolveName(element: XmlElement, name: string): { namespace: string; localName: string } {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  const namespace = element.prefixes.get(prefix);
  if (namespace === undefined) throw refuse(element, `"${name}" has an unbound prefix`);
  return { namespace, localName: name.slice(colon + 1) };
}

export function resolveReference(element: XmlElement, attribute: string): string {
  const { namespace, localName } = resolveName(element, requireAttribute(element, attribute).trim());
  return expandedName(namespace, localName);
}

/** Returns the documentation of a construct: paragraphs are preserved, other white space is collapsed. */
export function documentationOf(element: XmlElement): string {
  const own = childrenNamed(element, WSDL, 'documentation');
  const annotated = childrenNamed(element, XSD, 'annotation').flatMap((annotation) =>
    childrenNamed(annotation, XSD, 'documentation'),
  );
  return [...own, ...annotated]
    .flatMap(({ text }) => text.split(/\n[ \t]*\n/))
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** Returns true if two elements have equal names, attributes, children and text. */
export function isSame(one: XmlElement, other: XmlElement): boolean {
  return (
    isElement(one, other.namespace, other.localName) &&
    one.attributes.size === other.attributes.size &&
    [...one.attributes].every(([name, value]) => other.attributes.get(name) === value) &&
    one.children.length === other.children.length &&
    one.children.every((child, index) => {
      const counterpart = other.children[index];
      return counterpart !== undefined && isSame(child, counterpart);
    }) &&
    (one.children.length > 0 || one.text.trim() === other.text.trim())
  );
}
