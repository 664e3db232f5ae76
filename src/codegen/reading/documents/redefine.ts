import { XSD } from './namespaces.js';
import { isElement, type XmlElement } from './xml-tree.js';

interface Redefined {
  readonly anew: XmlElement;
  readonly original: XmlElement;
}

export function redefinitions(redefine: XmlElement): ReadonlyMap<string, XmlElement> {
  const types = redefine.children.filter(
    (child) => isElement(child, XSD, 'complexType') || isElement(child, XSD, 'simpleType'),
  );
  return new Map(types.map((type) => [type.attributes.get('name')?.trim() ?? '', type]));
}

/** Puts what was defined before aside, so that its successor can refer to it: both have the same name. */
export function redefined(original: XmlElement, anew: XmlElement): Redefined {
  const name = original.attributes.get('name')?.trim() ?? '';
  const other = `${name}_original`;
  return {
    original: { ...original, attributes: new Map([...original.attributes, ['name', other]]) },
    anew: withBase(anew, name, other),
  };
}

function withBase(element: XmlElement, name: string, other: string): XmlElement {
  const base = element.attributes.get('base')?.trim();
  const attributes =
    base === undefined || base.replace(/^[^:]*:/, '') !== name
      ? element.attributes
      : new Map([...element.attributes, ['base', base.slice(0, base.length - name.length) + other]]);
  return { ...element, attributes, children: element.children.map((child) => withBase(child, name, other)) };
}
