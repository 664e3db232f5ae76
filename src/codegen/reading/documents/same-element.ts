import { isElement, type XmlElement } from './xml-tree.js';

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
