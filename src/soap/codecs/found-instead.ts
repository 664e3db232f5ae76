import { redact, type SecretSource } from '../../redact/redact.js';
import type { StartTag } from '../../xml/tag.js';

const FOUND: unique symbol = Symbol('found instead');

/** The most characters that an error shows of a name in a response. */
export const NAME_LENGTH = 60;

type Name = Pick<StartTag, 'local' | 'uri'>;

/** The names of an element, and of the first of its children that is none of its fields. */
interface Found {
  readonly element: Name;
  readonly child: Name | undefined;
}

/** Notes of a record that it lacks something, and what stood there: the error about that says it. */
export function noteFound(record: object, element: Name, child: Name | undefined): void {
  const found: Found = { element: nameOf(element), child: child && nameOf(child) };
  Object.defineProperty(record, FOUND, { value: found });
}

/**
 * Says in words which element stood where a part is missing, with a colon before it; empty where that is not known.
 *
 * @param source - knows what was sent: also a name may echo it
 */
export function foundInstead(record: unknown, source: SecretSource): string {
  if (typeof record !== 'object' || record === null || !(FOUND in record)) return '';
  const { element, child } = record[FOUND] as Found;
  const inside = child === undefined ? 'nothing that is known' : shownName(child, source);
  return `: ${shownName(element, source)} has ${inside}`;
}

/** The name of an element as an error shows it, with its namespace where it has one. */
export function shownName({ local, uri }: Name, source: SecretSource): string {
  const shown = (name: string): string => redact(name, source.secrets()).slice(0, NAME_LENGTH);
  return `<${shown(local)}>${uri === '' ? '' : ` of the namespace ${shown(uri)}`}`;
}

function nameOf({ local, uri }: Name): Name {
  return { local, uri };
}
