import type { StartTag } from '../../xml/tag.js';
import { SOAP_ENCODING } from '../decoder/names.js';

/** What the `arrayType` of an element says (SOAP 1.1 section 5.4.2). */
export interface AnnouncedArray {
  /** The type of the items, as a name with a prefix; `undefined` where these are arrays themselves. */
  readonly itemName: string | undefined;
  /** The size of each dimension; a size that is not stated is `undefined`. */
  readonly sizes: readonly (number | undefined)[];
}

/** No array has more dimensions: they are read inside each other. */
const MAX_DIMENSIONS = 32;

/** Reads the `arrayType` of a tag; `undefined` where it has none, or none that can be understood. */
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
