import type { Field, TypeReference } from '../model/model.js';
import { SOAP_ENCODING, WSDL, XML, XSD } from './documents/namespaces.js';
import {
  childrenNamed,
  documentationOf,
  isElement,
  refuse,
  requireAttribute,
  requireName,
  resolveReference,
  type XmlElement,
} from './documents/xml-tree.js';
import { anyValue, referTo, resolveType, textType } from './resolve-type.js';
import { readInlineType } from './simple-type.js';
import type { TypeTable } from './type-table.js';

export interface DeclaredField {
  readonly field: Field;
  readonly place: XmlElement;
  /** True for a field of a choice. */
  readonly isAlternative: boolean;
}

export interface Owner {
  readonly table: TypeTable;
  readonly identifier: string;
  readonly namespace: string;
  readonly groups: GroupCount;
}

/** The most groups by reference that a type takes in: each may take in others, so that they multiply. */
const MAX_GROUPS = 1000;

export class GroupCount {
  #count = 0;

  take(reference: XmlElement): void {
    this.#count += 1;
    if (this.#count > MAX_GROUPS) {
      throw refuse(reference, `is in a type that includes more than ${MAX_GROUPS} groups`);
    }
  }
}

interface Group {
  readonly optional: boolean;
  readonly repeated: boolean;
  readonly isAlternative: boolean;
  readonly inside: readonly XmlElement[];
}

const OUTERMOST: Group = { optional: false, repeated: false, isAlternative: false, inside: [] };

const BESIDE = /^(?:annotation|any|attribute|attributeGroup|anyAttribute|notation)$/;

/** Reads the elements of a struct, including those of nested groups. Elements of a choice are optional. */
export function readElements(owner: Owner, parent: XmlElement, group: Group = OUTERMOST): readonly DeclaredField[] {
  return parent.children.flatMap((child): readonly DeclaredField[] => {
    if (child.namespace !== XSD) throw refuse(child, 'is not supported in a struct');
    if (BESIDE.test(child.localName) || maxOccurs(child) === 'none') return [];
    const isGroup = /^(?:all|sequence|choice|group)$/.test(child.localName);
    const isChoice = child.localName === 'choice';
    const inner: Group = {
      optional: group.optional || isChoice || mayBeAbsent(child),
      repeated: group.repeated || maxOccurs(child) === 'many',
      isAlternative: group.isAlternative || isChoice,
      inside: group.inside,
    };
    if (child.localName === 'element') return [readElement(owner, child, inner)];
    if (!isGroup) throw refuse(child, 'is not supported in a struct');
    if (child.localName !== 'group') return readElements(owner, child, inner);
    const found = owner.table.globals.find('group', resolveReference(child, 'ref'));
    if (found === undefined) throw refuse(child, 'is not defined');
    if (group.inside.includes(found)) throw refuse(child, 'contains itself');
    owner.groups.take(child);
    return readElements(owner, found, { ...inner, inside: [...group.inside, found] });
  });
}

function readElement(owner: Owner, place: XmlElement, group: Group): DeclaredField {
  const { name, declaration, type, documentation } = declaredElement(owner, place);
  requireName(place, name);
  const isNillable = /^(?:true|1)$/.test(declaration.attributes.get('nillable') ?? 'false');
  const field: Field = {
    name,
    wireName: name,
    namespace: '',
    place: 'element',
    type,
    optional: group.optional,
    // Nothing is a value, too.
    nillable: isNillable || (type.kind === 'named' && type.of === 'any'),
    repeated: group.repeated,
    documentation: joined(
      documentationOf(place),
      place === declaration ? '' : documentationOf(declaration),
      documentation,
    ),
  };
  return { field, place, isAlternative: group.isAlternative };
}

interface DeclaredElement {
  readonly name: string;
  readonly declaration: XmlElement;
  readonly type: TypeReference;
  readonly documentation: string;
}

function declaredElement(owner: Owner, element: XmlElement): DeclaredElement {
  if (!element.attributes.has('ref')) {
    const name = requireAttribute(element, 'name');
    return { name, declaration: element, ...typeOfElement(owner.table, element, owner.identifier, name) };
  }
  const key = resolveReference(element, 'ref');
  const declaration = owner.table.globals.find('element', key);
  const name = key.slice(key.lastIndexOf('}') + 1);
  if (declaration !== undefined) return { name, declaration, ...typeOfElement(owner.table, declaration, name) };
  if (!key.startsWith(`{${XSD}}`)) {
    owner.table.warnings.add(refuse(element, `its element "${key}" is not defined: it may be any value`));
  }
  return { name, declaration: element, type: anyValue(owner.table), documentation: '' };
}

/** Finds the type of an element. `owner` names an anonymous type in it, such as `Order` and `items`. */
export function typeOfElement(
  table: TypeTable,
  element: XmlElement,
  ...owner: readonly string[]
): { readonly type: TypeReference; readonly documentation: string } {
  const name = element.attributes.get('type');
  if (name !== undefined) return { type: resolveType(table, element, name), documentation: '' };
  const [simple] = childrenNamed(element, XSD, 'simpleType');
  if (simple !== undefined) {
    const { type, documentation } = readInlineType(table, simple);
    return { type: type.kind === 'scalar' ? { ...type, isRestricted: true } : type, documentation };
  }
  const [complex] = childrenNamed(element, XSD, 'complexType');
  if (complex === undefined) return { type: anyValue(table), documentation: '' };
  return { type: referTo(table, table.unnamed(complex, ...owner)), documentation: '' };
}

export function readContent(place: XmlElement, type: TypeReference): DeclaredField {
  const field: Field = {
    name: '$value',
    wireName: '',
    namespace: '',
    place: 'content',
    type,
    optional: false,
    nillable: false,
    repeated: false,
    documentation: '',
  };
  return { field, place, isAlternative: false };
}

export function readAttributes(
  owner: Owner,
  parent: XmlElement,
  inside: readonly XmlElement[] = [],
): readonly DeclaredField[] {
  return parent.children.flatMap((child): readonly DeclaredField[] => {
    if (isElement(child, XSD, 'attribute')) return readAttribute(owner, child);
    if (!isElement(child, XSD, 'attributeGroup')) return [];
    const key = resolveReference(child, 'ref');
    // `id` and `href`, which SOAP itself reads.
    if (key.startsWith(`{${SOAP_ENCODING}}`)) return [];
    const found = owner.table.globals.find('attributeGroup', key);
    if (found === undefined) throw refuse(child, 'is not defined');
    if (inside.includes(found)) throw refuse(child, 'contains itself');
    owner.groups.take(child);
    return readAttributes(owner, found, [...inside, found]);
  });
}

function readAttribute({ table, namespace: target }: Owner, place: XmlElement): readonly DeclaredField[] {
  const use = place.attributes.get('use');
  const key = place.attributes.has('ref') ? resolveReference(place, 'ref') : requireAttribute(place, 'name');
  const name = requireName(place, key.slice(key.lastIndexOf('}') + 1));
  const isQualified = place.attributes.get('form') === 'qualified';
  const namespace = key.startsWith('{') ? key.slice(1, key.lastIndexOf('}')) : isQualified ? target : '';
  if (use === 'prohibited' || namespace === SOAP_ENCODING || namespace === WSDL) return [];
  const declaration = place.attributes.has('ref') ? table.globals.find('attribute', key) : place;
  const { type, documentation } = typeOfAttribute(table, declaration);
  const field: Field = {
    name,
    wireName: namespace === XML ? `xml:${name}` : name,
    namespace: namespace === XML ? '' : namespace,
    place: 'attribute',
    type,
    optional: use !== 'required',
    nillable: false,
    repeated: false,
    documentation: joined(documentationOf(place), documentation),
  };
  return [{ field, place, isAlternative: false }];
}

function typeOfAttribute(
  table: TypeTable,
  declaration: XmlElement | undefined,
): { readonly type: TypeReference; readonly documentation: string } {
  const name = declaration?.attributes.get('type');
  const [simple] = declaration === undefined ? [] : childrenNamed(declaration, XSD, 'simpleType');
  if (simple !== undefined) return readInlineType(table, simple);
  if (declaration === undefined || name === undefined) return { type: textType(), documentation: '' };
  const type = resolveType(table, declaration, name);
  const isSimple = type.kind !== 'named' || type.of === 'alias' || type.of === 'list';
  return { type: isSimple ? type : textType(), documentation: '' };
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function maxOccurs({ attributes }: XmlElement): 'none' | 'one' | 'many' {
  const value = attributes.get('maxOccurs') ?? '1';
  if (/^0+$/.test(value)) return 'none';
  return /^0*1$/.test(value) ? 'one' : 'many';
}

function mayBeAbsent({ attributes }: XmlElement): boolean {
  return /^0+$/.test(attributes.get('minOccurs') ?? '1');
}
