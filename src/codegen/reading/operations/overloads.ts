import { Refusal } from '../../model/refusal.js';
import { WSDL } from '../documents/namespaces.js';
import { childrenNamed, type XmlElement } from '../documents/xml-tree.js';
import { toIdentifier } from '../identifiers.js';
import type { Components } from './components.js';

/**
 * Returns the identifiers of operations: their names. Overloads are distinguished by the names of their input parts
 * (`find_city`, `find_city_street`), or by their types if the names are equal. They do not depend on the order of the
 * operations.
 */
export function identifiersOf(
  operations: readonly XmlElement[],
  components: Components,
): ReadonlyMap<XmlElement, string> {
  const found = new Map<XmlElement, string>();
  for (const name of new Set(operations.map(({ attributes }) => attributes.get('name') ?? ''))) {
    const overloads = operations.filter(({ attributes }) => (attributes.get('name') ?? '') === name);
    const parts = overloads.map((operation) => inputParts(operation, components));
    const identifiers =
      overloads.length === 1 ? [name] : (distinct(name, parts, 'name') ?? distinct(name, parts, 'type'));
    for (const [index, operation] of overloads.entries()) {
      found.set(operation, toIdentifier(identifiers?.[index] ?? name));
    }
  }
  return found;
}

function distinct(
  name: string,
  overloads: readonly (readonly XmlElement[])[],
  attribute: 'name' | 'type',
): readonly string[] | undefined {
  const names = overloads.map((parts) => [name, ...parts.map((part) => localValue(part, attribute))].join('_'));
  return new Set(names.map(toIdentifier)).size === names.length ? names : undefined;
}

function localValue({ attributes }: XmlElement, attribute: string): string {
  const value = (attributes.get(attribute) ?? attributes.get('element') ?? '').trim();
  return value.slice(value.lastIndexOf(':') + 1);
}

function inputParts(operation: XmlElement, components: Components): readonly XmlElement[] {
  const [input] = childrenNamed(operation, WSDL, 'input');
  if (input === undefined) return [];
  try {
    return childrenNamed(components.find('message', input, 'message'), WSDL, 'part');
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
