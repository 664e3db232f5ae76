import { at, Problem } from '../../errors/problem.js';
import type { StartTag } from '../../xml/tag.js';
import { type ArrayCodec, type Codec, type ValueReader, writeElement } from '../decoder/codec.js';
import { SOAP_ENCODING } from '../decoder/names.js';
import { array } from './array.js';

type Nested = readonly unknown[];

/**
 * Creates the codec of a multidimensional array, such as `xsd:int[,]` (SOAP 1.1 section 5.4.2). Its values are nested
 * arrays with the same length throughout each dimension. On the wire the items are one sequence in which the last index
 * varies fastest.
 *
 * If a response announces several dimensions, the number of items must match their sizes. If it announces one or none,
 * the items are read as nested arrays.
 *
 * @typeParam T - the type of the values of the outermost array
 * @param type - its `xsi:type`, with the service's prefix
 * @param item - the codec of the items of the last dimension
 * @param dimensions - the number of dimensions, at least two
 *
 * @example
 * ```ts
 * import { type ArrayCodec, int, matrix } from 'sms-service-client/soap';
 *
 * const GridCodec: ArrayCodec<readonly (number | null)[]> = matrix('ns1:Grid', int, 2);
 * ```
 */
export function matrix<T>(type: string, item: Codec<unknown>, dimensions: number): ArrayCodec<T> {
  const row = array(type, item);
  let nested: Codec<unknown> = row;
  for (let depth = 1; depth < dimensions; depth += 1) nested = array(type, nested);
  return {
    type,
    isArray: true,
    write: (name, values) => {
      const sizes = sizesOf(values, dimensions);
      const items: string[] = [];
      collectItems(values, sizes, item, items);
      const announced = `${item.type}[${sizes.join(',')}]`;
      return `<${name} SOAP-ENC:arrayType="${announced}" xsi:type="${type}">${items.join('')}</${name}>`;
    },
    read: (decoder, attributes) => {
      const { offset, tag } = decoder.xml;
      const sizes = announcedArray(tag)?.sizes ?? [];
      if (sizes.length < 2) return nested.read(decoder, attributes) as readonly T[];
      if (sizes.length !== dimensions) {
        throw new Problem(`has ${sizes.length} dimensions instead of ${dimensions}`, { xsdType: type, offset });
      }
      return fold(decoder, row.read(decoder, attributes), sizes, offset) as readonly T[];
    },
  };
}

/**
 * Converts a flat sequence of items into nested arrays. @throws Problem if the number of items does not match the sizes
 */
export function fold(
  decoder: ValueReader,
  items: readonly unknown[],
  sizes: readonly (number | undefined)[],
  offset: number,
  wrap: (items: readonly unknown[]) => unknown = (inner) => inner,
): readonly unknown[] {
  let count = 1;
  let rows = 1;
  for (const size of sizes) {
    if (size === undefined) throw new Problem('an array of several dimensions without their sizes', { offset });
    count *= size;
    if (count > 0) rows = count;
  }
  if (count !== items.length) {
    throw new Problem(`an array of ${sizes.join(' × ')} items with ${items.length} items`, { offset });
  }
  // Empty rows use memory without being sent.
  if (count === 0) decoder.leaveOut(rows);
  let next = 0;
  const build = (depth: number): readonly unknown[] => {
    const size = sizes[depth] ?? 0;
    if (depth === sizes.length - 1) return items.slice(next, (next += size));
    return Array.from({ length: size }, () => wrap(build(depth + 1)));
  };
  return build(0);
}

function sizesOf(values: Nested, dimensions: number): readonly number[] {
  const sizes: number[] = [];
  for (let [depth, inner]: [number, unknown] = [0, values]; depth < dimensions; depth += 1) {
    sizes.push(Array.isArray(inner) ? inner.length : 0);
    inner = Array.isArray(inner) ? inner[0] : undefined;
  }
  return sizes;
}

function collectItems(values: unknown, sizes: readonly number[], item: Codec<unknown>, items: string[]): void {
  const [size, ...inner] = sizes;
  if (!Array.isArray(values)) throw new Problem('must be an array');
  if (values.length !== size) throw new Problem(`has ${values.length} items, but the first of its row has ${size}`);
  for (let index = 0; index < size; index++) {
    const value: unknown = values[index];
    try {
      if (inner.length > 0) collectItems(value, inner, item, items);
      else if (value === undefined) throw new Problem('is missing');
      else items.push(writeElement(item, 'item', value));
    } catch (error) {
      throw at(index, error);
    }
  }
}

export interface AnnouncedArray {
  readonly itemName: string | undefined;
  readonly sizes: readonly (number | undefined)[];
}

/** The maximum number of dimensions: reading an array is recursive. */
const MAX_DIMENSIONS = 32;

export function announcedArray({ attributes }: StartTag): AnnouncedArray | undefined {
  const value = attributes.find(({ uri, local }) => uri === SOAP_ENCODING && local === 'arrayType')?.value.trim();
  if (value === undefined) return undefined;
  const open = value.lastIndexOf('[');
  if (open < 1 || !value.endsWith(']')) return undefined;
  const inside = value.slice(open + 1, -1).split(',', MAX_DIMENSIONS + 1);
  if (inside.length > MAX_DIMENSIONS) return undefined;
  const name = value.slice(0, open).trim();
  return { itemName: name.endsWith(']') ? undefined : name, sizes: inside.map(sizeOf) };
}

function sizeOf(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
}
