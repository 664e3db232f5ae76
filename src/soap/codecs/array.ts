import { at, Problem } from '../../errors/problem.js';
import { atOnce } from '../../xml/reading-time.js';
import { type Item, itemSteps, tooMany } from '../decoder/array-items.js';
import { type ArrayCodec, type Codec, typeAttribute, type ValueReader, writeElement } from '../decoder/codec.js';
import { eachMapEntry } from './map.js';

const CLOSE = '</item>';

/**
 * Creates the codec of an array (SOAP 1.1 section 5.4.2).
 *
 * The size in the `arrayType` of a response is ignored; the items are counted.
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
      if (!Array.isArray(values)) throw new Problem('must be an array');
      const { text } = item;
      const open = `<item${typeAttribute(item)}>`;
      let items = '';
      let index = 0;
      try {
        for (; index < values.length; index++) {
          const value: T | null | undefined = values[index];
          if (value === undefined) throw new Problem('is missing');
          // The tags are built once: arrays of numbers can have thousands of items.
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

function mapItems<T>(decoder: ValueReader, item: Codec<T>): Item<T>[] {
  const items: Item<T>[] = [];
  eachMapEntry(decoder, () => {
    if (items.length >= decoder.limits.maxArrayItems) tooMany(decoder);
    items.push(decoder.value(item) as Item<T>);
  });
  return items;
}
