import { at, Problem } from '../../../errors/problem.js';
import type { Member } from './members.js';

/** A member with its name. */
export interface NamedMember extends Member<unknown> {
  readonly name: string;
}

/**
 * Checks the values of a decoded record against the WSDL. A nil value of a field that may be absent but not nil is
 * treated as absent (SOAP 1.1 section 5.1), because Axis writes null fields as nil.
 *
 * @returns the values
 * @throws Problem for an absent or nil value of a field that does not allow it
 */
export function checkRead(members: readonly NamedMember[], values: readonly unknown[]): readonly unknown[] {
  let checked: unknown[] | undefined;
  for (let index = 0; index < members.length; index++) {
    const { name, isRequired, isNillable, codec } = members[index] as NamedMember;
    const value = values[index];
    if (value === undefined && isRequired) throw at(name, new Problem('is missing', { xsdType: codec.type }));
    if (value !== null || isNillable) continue;
    if (isRequired) throw at(name, new Problem('must not be nil', { xsdType: codec.type }));
    checked ??= [...values];
    checked[index] = undefined;
  }
  return checked ?? values;
}

/**
 * Checks a record against the WSDL before it is written.
 *
 * @throws Problem for an absent or `null` value of a field that does not allow it
 */
export function checkWritten(members: readonly NamedMember[], record: object): void {
  for (const { name, isRequired, isNillable } of members) {
    const value = Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
    if (value === undefined && isRequired) throw at(name, new Problem('is missing'));
    if (value === null && !isNillable) throw at(name, new Problem('must not be null'));
  }
}
