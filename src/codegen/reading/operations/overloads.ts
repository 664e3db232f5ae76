import { Refusal } from '../../model/refusal.js';
import { WSDL } from '../documents/namespaces.js';
import { childrenNamed, type XmlElement } from '../documents/xml-tree.js';
import { toIdentifier } from '../identifiers.js';
import type { Components } from './components.js';

/**
 * The identifiers that operations are to have: their names. Those that have one name together are told apart by the
 * names of their input parts behind it (`find_city`, `find_city_street`), or by the types of these where the names are
 * the same; so none depends on the order in which they stand.
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

/** The name with an attribute of each part behind it; `undefined` where that does not tell the overloads apart. */
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

/** The parts of an input; none where its message is not defined, for which the operation is left out later. */
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
