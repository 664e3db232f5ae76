import { expandedName, SOAP_ENCODING, XSD } from './documents/namespaces.js';
import { childrenNamed, type XmlElement } from './documents/xml-tree.js';

/** The extension or restriction that a complex type is. */
export interface ComplexBase {
  readonly derivation: XmlElement;
  /** True for text with attributes, false for a struct or an array. */
  readonly isSimple: boolean;
  /** The expanded name of the base type; empty if there is none. */
  readonly name: string;
}

const SOAP_ARRAY = expandedName(SOAP_ENCODING, 'Array');

/** Finds what a complex type is derived from; `undefined` for one that stands for itself. */
export function complexBase(type: XmlElement): ComplexBase | undefined {
  for (const content of type.children) {
    if (content.namespace !== XSD || !/^(?:simple|complex)Content$/.test(content.localName)) continue;
    const [derivation] = ['extension', 'restriction'].flatMap((name) => childrenNamed(content, XSD, name));
    if (derivation === undefined) continue;
    const name = expandedReference(derivation, derivation.attributes.get('base') ?? '');
    return { derivation, isSimple: content.localName === 'simpleContent', name };
  }
  return undefined;
}

export function isArrayBase({ name }: ComplexBase): boolean {
  return name === SOAP_ARRAY;
}

// An unbound prefix is allowed if nothing refers to the type.
function expandedReference({ prefixes }: XmlElement, name: string): string {
  const [first = '', second] = name.split(':');
  return expandedName(prefixes.get(second === undefined ? '' : first) ?? '', second ?? first);
}
