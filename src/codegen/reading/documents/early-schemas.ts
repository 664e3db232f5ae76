import { SOAP_ENCODING, XSD } from './namespaces.js';
import { isElement, resolveName, type XmlElement } from './xml-tree.js';

/** Converts the constructs of the XML Schema drafts of 1999 and 2000. None of them is valid in XML Schema. */

const MEMBERS: ReadonlySet<string> = new Set(['element', 'group', 'any']);
const ATTRIBUTES: ReadonlySet<string> = new Set(['attribute', 'attributeGroup', 'anyAttribute', 'annotation']);

/** Brings a schema of 1999 or 2000 into the form of XML Schema; any other stays as it is. */
export function toCurrentSchema(element: XmlElement): XmlElement {
  if (element.namespace !== XSD) return element;
  const children = element.children.map(toCurrentSchema);
  const isSame = children.every((child, index) => child === element.children[index]);
  const inside = isSame ? element : { ...element, children };
  if (element.localName === 'complexType') return complexType(inside);
  if (element.localName === 'simpleType') return simpleType(inside);
  return element.localName === 'element' ? nillable(inside) : inside;
}

/** `nullable` was the name of `nillable`. */
function nillable(element: XmlElement): XmlElement {
  const nullable = element.attributes.get('nullable');
  if (nullable === undefined || element.attributes.has('nillable')) return element;
  return { ...element, attributes: new Map([...element.attributes, ['nillable', nullable]]) };
}

/** The members of a type stood in it without a group around them, and an attribute named its base. */
function complexType(element: XmlElement): XmlElement {
  const grouped = grouping(element);
  const base = element.attributes.get('base');
  if (base === undefined) return grouped;
  const derivedBy = element.attributes.get('derivedBy')?.trim();
  const derivation = derivedBy ?? (isArray(element, base) ? 'restriction' : 'extension');
  const annotations = grouped.children.filter((child) => isElement(child, XSD, 'annotation'));
  const rest = grouped.children.filter((child) => !annotations.includes(child));
  const derived = newElement(element, derivation, rest, new Map([['base', base]]));
  return { ...grouped, children: [...annotations, newElement(element, 'complexContent', [derived])] };
}

function grouping(element: XmlElement): XmlElement {
  const isMember = (child: XmlElement): boolean =>
    child.namespace === XSD && MEMBERS.has(child.localName) && !(child.localName === 'group' && hasReference(child));
  const members = element.children.filter(isMember);
  if (members.length === 0) return element;
  const others = element.children.filter((child) => !members.includes(child));
  const before = others.filter((child) => !ATTRIBUTES.has(child.localName) || child.localName === 'annotation');
  const after = others.filter((child) => !before.includes(child));
  return { ...element, children: [...before, newElement(element, 'sequence', members), ...after] };
}

function hasReference({ attributes }: XmlElement): boolean {
  return attributes.has('ref');
}

/** Its base was an attribute of a simple type, and its facets stood in it. */
function simpleType(element: XmlElement): XmlElement {
  const base = element.attributes.get('base');
  if (base === undefined) return element;
  return { ...element, children: [newElement(element, 'restriction', element.children, new Map([['base', base]]))] };
}

function isArray(element: XmlElement, base: string): boolean {
  const { namespace, localName } = resolveName(element, base.trim());
  return namespace === SOAP_ENCODING && localName === 'Array';
}

/** Creates an element in the place of another one. */
function newElement(
  { place, prefixes, text }: XmlElement,
  localName: string,
  children: readonly XmlElement[],
  attributes: ReadonlyMap<string, string> = new Map(),
): XmlElement {
  return { namespace: XSD, localName, attributes, children, text, place, prefixes };
}
