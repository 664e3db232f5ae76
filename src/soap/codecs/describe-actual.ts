import { redact, type SecretSource } from '../../redact/redact.js';
import type { StartTag } from '../../xml/tag.js';

const FOUND: unique symbol = Symbol('found instead');

/** The maximum length of a name from a response in an error message. */
export const NAME_LENGTH = 60;

type Name = Pick<StartTag, 'local' | 'uri'>;

interface Found {
  readonly element: Name;
  readonly child: Name | undefined;
}

export function recordActual(record: object, element: Name, child: Name | undefined): void {
  const found: Found = { element: nameOf(element), child: child && nameOf(child) };
  Object.defineProperty(record, FOUND, { value: found });
}

/**
 * Describes the element found in place of a missing part, with a leading colon; empty if unknown. Sent secrets are
 * redacted.
 */
export function describeActual(record: unknown, source: SecretSource): string {
  if (typeof record !== 'object' || record === null || !(FOUND in record)) return '';
  const { element, child } = record[FOUND] as Found;
  const inside = child === undefined ? 'no known element' : shownName(child, source);
  return `: ${shownName(element, source)} has ${inside}`;
}

export function shownName({ local, uri }: Name, source: SecretSource): string {
  const shown = (name: string): string => redact(name, source.secrets()).slice(0, NAME_LENGTH);
  return `<${shown(local)}>${uri === '' ? '' : ` of the namespace ${shown(uri)}`}`;
}

function nameOf({ local, uri }: Name): Name {
  return { local, uri };
}
