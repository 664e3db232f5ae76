import type { StartTag } from '../../xml/tag.js';
import { SOAP_ENCODING } from '../decoder/names.js';

export interface AnnouncedArray {
  /** The type of the items, a prefixed name; `undefined` if the items are arrays. */
  readonly itemName: string | undefined;
  /** The size of each dimension; `undefined` for an unspecified size. */
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
