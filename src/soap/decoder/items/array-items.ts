import { at, Problem } from '../../../errors/problem.js';
import type { Steps } from '../../../xml/reading-time.js';
import type { SoapAttributes } from '../attributes.js';
import type { Codec, ValueReader } from '../codec.js';
import { ItemReader } from './item-reader.js';

/** An item as it is read: a list inside a list is never nil, everything else can be. */
export type Item<T> = T extends readonly unknown[] ? T : T | null;

/** Reads the items of an array, in the places that they give themselves. */
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
