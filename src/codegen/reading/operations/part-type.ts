import type { TypeReference } from '../../model/model.js';
import { refuse, requireAttribute, resolveReference, type XmlElement } from '../documents/xml-tree.js';
import { typeOfElement } from '../fields.js';
import { anyValue, resolveType } from '../resolve-type.js';
import type { TypeTable } from '../type-table.js';

/**
 * Finds the type of a part. One that names an element has its type; what it is called is its own name all the same, as
 * PHP has it.
 */
export function typeOfPart(part: XmlElement, types: TypeTable): TypeReference {
  if (!part.attributes.has('element')) return resolveType(types, part, requireAttribute(part, 'type'));
  const key = resolveReference(part, 'element');
  const element = types.globals.find('element', key);
  if (element !== undefined) return typeOfElement(types, element, key.slice(key.lastIndexOf('}') + 1)).type;
  types.warnings.add(refuse(part, `its element "${key}" is not defined: it may be any value`));
  return anyValue(types);
}
