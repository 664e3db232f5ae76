import { at, Problem } from '../errors/problem.js';
import { soapAttributes } from './attributes.js';
import { type ArrayCodec, type Codec, writeElement } from './codec.js';
import type { SoapInput } from './input.js';
import { eachMapEntry } from './map.js';

/** An item as it is read: a list inside a list is never nil, everything else can be. */
export type Item<T> = T extends readonly unknown[] ? T : T | null;

/**
 * Makes the codec of an array (SOAP 1.1 section 5.4.2).
 *
 * Whatever `arrayType` an answer announces, its items are counted, never believed.
 *
 * @param type - its `xsi:type`, with the service's prefix
 * @param item - the codec of the items
 */
export function array<T>(type: string, item: Codec<T>): ArrayCodec<Item<T>> {
  return {
    type,
    isArray: true,
    write: (name, values) => {
      if (!Array.isArray(values)) throw new Problem('is not an array');
      let items = '';
      for (let index = 0; index < values.length; index++) {
        try {
          const value: T | null | undefined = values[index];
          if (value === undefined) throw new Problem('is missing');
          items += writeElement(item, 'item', value);
        } catch (error) {
          throw at(index, error);
        }
      }
      return `<${name} SOAP-ENC:arrayType="${item.type}[${values.length}]" xsi:type="${type}">${items}</${name}>`;
    },
    read: (input, attributes) => {
      const items: Item<T>[] = [];
      if (attributes.map) {
        eachMapEntry(input, () => readItem(input, item, items, items.length));
        return items;
      }
      const { xml } = input;
      const placed = new Set<number>();
      let next = attributes.offset ?? 0;
      for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
        const { position } = soapAttributes(tag);
        if (position !== undefined) next = position;
        if (next !== items.length || placed.size > 0) makeRoom(input, item, items, next, placed);
        readItem(input, item, items, next);
        next += 1;
      }
      return items;
    },
  };
}

/** An item out of line: fills what was left out before it, and refuses to write one place twice. */
function makeRoom<T>(
  input: SoapInput,
  item: Codec<T>,
  items: Item<T>[],
  index: number,
  placed: Set<number>,
): void {
  if (placed.size === 0) for (let before = 0; before < items.length; before++) placed.add(before);
  if (placed.size === placed.add(index).size) input.xml.fail('an array position that stands twice');
  input.leaveOut(Math.max(0, index - items.length));
  while (items.length < index) items.push((item.isArray ? [] : null) as Item<T>);
}

function readItem<T>(input: SoapInput, item: Codec<T>, items: Item<T>[], index: number): void {
  if (index >= input.limits.maxArrayItems)
    input.xml.fail(`more than ${input.limits.maxArrayItems} items in one array`);
  try {
    items[index] = input.value(item) as Item<T>;
  } catch (error) {
    throw at(index, error);
  }
}
