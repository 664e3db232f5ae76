import { at, Problem } from '../../errors/problem.js';
import { atOnce, type Steps } from '../../xml/reading-time.js';
import type { SoapAttributes } from '../decoder/attributes.js';
import { type ArrayCodec, type Codec, typeAttribute, type ValueReader, writeElement } from '../decoder/codec.js';
import { ItemReader } from '../decoder/item-reader.js';
import { eachMapEntry } from './map.js';

const CLOSE = '</item>';

/** An item as it is read: a list inside a list is never nil, everything else can be. */
export type Item<T> = T extends readonly unknown[] ? T : T | null;

/**
 * Makes the codec of an array (SOAP 1.1 section 5.4.2).
 *
 * Whatever `arrayType` a response announces, its items are counted, never believed.
 *
 * @param type - its `xsi:type`, with the service's prefix
 * @param item - the codec of the items
 *
 * @example
 * ```ts
 * import { array, string } from 'sms-service-client/soap';
 *
 * const names = array('ns1:ArrayOfString', string);
 * ```
 */
export function array<T>(type: string, item: Codec<T>): ArrayCodec<Item<T>> {
  return {
    type,
    isArray: true,
    item,
    write: (name, values) => {
      if (!Array.isArray(values)) throw new Problem('is not an array');
      const { text } = item;
      const open = `<item${typeAttribute(item)}>`;
      let items = '';
      let index = 0;
      try {
        for (; index < values.length; index++) {
          const value: T | null | undefined = values[index];
          if (value === undefined) throw new Problem('is missing');
          // Numbers come by the thousand: their tags are not put together anew for each.
          items +=
            text === undefined || value === null ? writeElement(item, 'item', value) : open + text(value) + CLOSE;
        }
      } catch (error) {
        throw at(index, error);
      }
      return `<${name} SOAP-ENC:arrayType="${item.type}[${values.length}]" xsi:type="${type}">${items}</${name}>`;
    },
    read: (decoder, attributes) =>
      attributes.map ? mapItems(decoder, item) : atOnce(itemSteps(decoder, item, attributes)),
    steps: (decoder, attributes) => itemSteps(decoder, item, attributes),
  };
}

/** The items of an Apache `Map`. */
function mapItems<T>(decoder: ValueReader, item: Codec<T>): Item<T>[] {
  const items: Item<T>[] = [];
  eachMapEntry(decoder, () => {
    if (items.length >= decoder.limits.maxArrayItems) tooMany(decoder);
    items.push(decoder.value(item) as Item<T>);
  });
  return items;
}

function* itemSteps<T>(decoder: ValueReader, item: Codec<T>, attributes: SoapAttributes): Steps<Item<T>[]> {
  const { time } = decoder;
  const items: Item<T>[] = [];
  const reader = new ItemReader(decoder, item);
  const holes = new Set<number>();
  let next = attributes.offset ?? 0;
  try {
    while (reader.next()) {
      next = reader.position ?? next;
      if (next !== items.length) makeRoom(decoder, item, items, next, holes);
      if (next >= decoder.limits.maxArrayItems) tooMany(decoder);
      items[next] = reader.value as Item<T>;
      next += 1;
      if (time?.isDue) yield time;
    }
  } catch (error) {
    throw reader.isInside ? at(reader.position ?? next, error) : error;
  }
  return items;
}

/**
 * Makes room for an item that does not come in its order: fills what was left out before it.
 *
 * @param index - where in `items` it is to stand; what comes before `items` is there already
 * @param holes - the indexes in `items` that were left out so far
 * @throws Problem when an item stands there already, or too much is left out
 */
export function makeRoom<T>(
  decoder: ValueReader,
  item: Codec<T>,
  items: Item<T>[],
  index: number,
  holes: Set<number>,
): void {
  if (index < items.length) {
    if (!holes.delete(index)) decoder.xml.fail('an array position that stands twice');
    return;
  }
  decoder.leaveOut(index - items.length);
  while (items.length < index) {
    holes.add(items.length);
    items.push((item.isArray ? [] : null) as Item<T>);
  }
}

/** Refuses an array with more items than are allowed. */
export function tooMany({ xml, limits }: ValueReader): never {
  throw new Problem(`more than ${limits.maxArrayItems} items in one array`, { offset: xml.offset });
}
