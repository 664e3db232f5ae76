import { tagOf } from '../model/identifiers.js';
import type { StructDefinition, TypeReference } from '../model/model.js';
import { describe, documentationOf, refuse, type XmlElement } from './documents/xml-tree.js';
import { type DeclaredField, GroupCount, readAttributes, readContent, readElements } from './fields.js';
import { resolveType, textType } from './resolve-type.js';
import { complexBase, type DeclaredType, type TypeTable } from './type-table.js';

export function readStructType(table: TypeTable, declared: DeclaredType): StructDefinition {
  const { name, namespace, identifier, element } = declared;
  const placed = fieldsOfType(table, declared, []);
  const isUsedInUnion = table.derivedFrom(declared).length > 0 || isDerived(table, declared);
  return {
    kind: 'struct',
    name,
    namespace,
    identifier,
    documentation: documentationOf(element),
    fields: namedFields(placed, element).map(({ field }) =>
      table.strictness === 'lenient' ? { ...field, optional: true, nillable: true } : field,
    ),
    tag: isUsedInUnion ? tagOf(identifier) : undefined,
    isChecked: table.strictness === 'strict',
  };
}

function isDerived(table: TypeTable, declared: DeclaredType): boolean {
  const base = declared.name === '' ? undefined : table.baseOf(declared);
  return base !== undefined && table.derivedFrom(base).includes(declared);
}

function fieldsOfType(
  table: TypeTable,
  declared: DeclaredType,
  derived: readonly DeclaredType[],
): readonly DeclaredField[] {
  const { element, identifier } = declared;
  if (derived.includes(declared)) throw refuse(element, 'is derived from itself');
  const owner = { table, identifier, namespace: declared.namespace, groups: new GroupCount() };
  const base = complexBase(element);
  if (base === undefined) return [...readElements(owner, element), ...readAttributes(owner, element)];
  const { derivation, isSimple } = base;
  const struct = table.baseOf(declared);
  const inherited = struct === undefined ? [] : fieldsOfType(table, struct, [...derived, declared]);
  const attributes = readAttributes(owner, derivation);
  if (isSimple) {
    if (struct !== undefined) return [...inherited, ...attributes];
    return [readContent(derivation, baseOfText(table, derivation)), ...attributes];
  }
  // Without its base, only the inherited fields are lost.
  if (struct === undefined) resolveType(table, derivation, derivation.attributes.get('base') ?? '');
  const elements = readElements(owner, derivation);
  if (derivation.localName === 'extension') return [...inherited, ...elements, ...attributes];
  // A restriction says again which elements there are, but not which attributes.
  return [...elements, ...inherited.filter(({ field }) => field.place === 'attribute'), ...attributes];
}

function baseOfText(table: TypeTable, derivation: XmlElement): ReturnType<typeof resolveType> {
  const base = resolveType(table, derivation, derivation.attributes.get('base') ?? '');
  const isText = base.kind === 'scalar' || (base.kind === 'named' && (base.of === 'alias' || base.of === 'list'));
  return isText ? base : textType();
}

function haveSameValues(one: TypeReference, other: TypeReference): boolean {
  const [first, second] = [one, other].map((type) =>
    JSON.stringify(type, (key, value: unknown) => (key === 'isRestricted' ? undefined : value)),
  );
  return first === second;
}

function namedFields(placed: readonly DeclaredField[], type: XmlElement): readonly DeclaredField[] {
  const elements = new Map<string, DeclaredField>();
  const attributes = new Map<string, DeclaredField>();
  for (const one of placed) {
    const { field, place, isAlternative } = one;
    const found = field.place === 'element' ? elements : attributes;
    const earlier = found.get(field.wireName);
    if (earlier === undefined || field.place !== 'element') found.set(field.wireName, one);
    else if (!haveSameValues(earlier.field.type, field.type)) {
      throw refuse(place, `a second field of this name in ${describe(type)}, of another type`);
    } else {
      // In a choice it is one field that two of the alternatives have.
      const repeated = earlier.field.repeated || field.repeated || !isAlternative;
      found.set(field.wireName, { ...one, field: { ...earlier.field, repeated } });
    }
  }
  const others = [...attributes.values()].map((one) => {
    const name = elements.has(one.field.name) ? `$${one.field.name}` : one.field.name;
    return { ...one, field: { ...one.field, name } };
  });
  return [...elements.values(), ...others];
}
