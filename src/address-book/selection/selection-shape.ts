import { isObject } from '../../options/check.js';
import { readOptions } from '../../options/table.js';
import { SELECTION } from './selection-options.js';

/** Tells whether something is a selection as it stands in a plan: one that was edited by hand may be none. */
export function isSelection(value: unknown): boolean {
  if (!isObject(value)) return false;
  try {
    readOptions(value, SELECTION);
    return true;
  } catch {
    return false;
  }
}
