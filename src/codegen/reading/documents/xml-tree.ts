import { type Place, Refusal } from '../../model/refusal.js';
import { expandedName, usualPrefix, WSDL, XML, XMLNS, XSD } from './namespaces.js';

/** An element whose names are resolved and whose place is known. */
export interface XmlElement {
  readonly namespace: string;
  readonly localName: string;
  /** By expanded name: `{namespace}local`, or the bare local name for an attribute without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All character data in it, that of its descendants included. */
  readonly text: string;
  readonly place: Place;
  /** The prefixes in scope; the default namespace has the empty prefix. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** The prefixes that every document has. */
export const INITIAL_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', XML],
  ['xmlns', XMLNS],
]);

export function isElement(element: XmlElement, namespace: string, localName: string): boolean {
  return element.namespace === namespace && element.localName === localName;
}

/** The children with the given expanded name. */
export function childrenNamed(parent: XmlElement, namespace: string, localName: string): readonly XmlElement[] {
  return parent.children.filter((child) => isElement(child, namespace, localName));
}

export function describe(element: XmlElement): string {
  const prefix = usualPrefix(element.namespace);
  const tag = prefix === undefined ? element.localName : `${prefix}:${element.localName}`;
  const name = element.attributes.get('name') ?? element.attributes.get('ref');
  return name === undefined ? tag : `${tag} "${name}"`;
}

/** Makes the refusal of an element. */
export function refuse(element: XmlElement, why: string): Refusal {
  return new Refusal(element.place, describe(element), why);
}

/**
 * Reads an attribute that must be there.
 *
 * @throws {@link Refusal} when it is not
 */
export function requireAttribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined) throw refuse(element, `has no ${name}`);
  return value;
}

/** A name without a prefix (Namespaces in XML 1.0, section 3). */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.\-·]*$/u;

/**
 * Checks a name that will be used in messages, and returns it.
 *
 * @param element - the element that has the name
 * @throws {@link Refusal} if it is not a valid XML name
 */
export function requireName(element: XmlElement, name: string): string {
  if (!NAME.test(name)) throw refuse(element, 'its name cannot stand in a message');
  return name;
}

/**
 * Splits a prefixed name by the namespaces in scope at an element.
 *
 * @throws {@link Refusal} when the prefix is bound to nothing
 */
export function resolveName(element: XmlElement, name: string): { namespace: string; localName: string } {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  const namespace = element.prefixes.get(prefix);
  if (namespace === undefined) throw refuse(element, `"${name}" has a prefix that is bound to no namespace`);
  return { namespace, localName: name.slice(colon + 1) };
}

/** The expanded name that an attribute of an element refers to. */
export function resolveReference(element: XmlElement, attribute: string): string {
  const { namespace, localName } = resolveName(element, requireAttribute(element, attribute).trim());
  return expandedName(namespace, localName);
}

/**
 * The documentation of a WSDL or schema construct: its own, paragraphs kept, other white space collapsed.
 *
 * @returns the empty string when there is none
 */
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
