import { at, Problem } from '../../errors/problem.js';
import type { Steps } from '../../xml/reading-time.js';
import type { SoapAttributes } from './attributes.js';
import type { Codec, ValueReader } from './codec.js';
import { ItemReader } from './item-reader.js';

/** The type of a decoded item: a nested list is never nil, other items can be. */
export type Item<T> = T extends readonly unknown[] ? T : T | null;

/** Reads the items of an array and places them at their announced indexes. */
export function* itemSteps<T>(decoder: ValueReader, item: Codec<T>, attributes: SoapAttributes): Steps<Item<T>[]> {
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
 * Fills the gap before an item that is out of order.
 *
 * @param index - relative to `items`
 * @param holes - the indexes in `items` that were omitted so far
 */
export function makeRoom<T>(
  decoder: ValueReader,
  item: Codec<T>,
  items: Item<T>[],
  index: number,
  holes: Set<number>,
): void {
  if (index < items.length) {
    if (!holes.delete(index)) decoder.xml.fail('a duplicate array position');
    return;
  }
  decoder.leaveOut(index - items.length);
  while (items.length < index) {
    holes.add(items.length);
    items.push((item.isArray ? [] : null) as Item<T>);
  }
}

export function tooMany({ xml, limits }: ValueReader): never {
  throw new Problem(`more than ${limits.maxArrayItems} items in one array`, { offset: xml.offset });
}
