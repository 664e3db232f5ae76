import { at, Problem } from '../../../errors/problem.js';
import type { Member } from './members.js';

/** A member under its name. */
export interface NamedMember extends Member<unknown> {
  readonly name: string;
}

/**
 * Holds the values of a record that was read against what the WSDL says of its fields. One that is nil and may only be
 * absent is absent (SOAP 1.1 section 5.1): Axis writes every field so that is null.
 *
 * @returns the values
 * @throws Problem for one that is absent or nil, and must not be
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
 * Holds a record that is to be written against what the WSDL says of its fields.
 *
 * @throws Problem for a field that is absent or `null`, and must not be
 */
export function checkWritten(members: readonly NamedMember[], record: object): void {
  for (const { name, isRequired, isNillable } of members) {
    const value = Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
    if (value === undefined && isRequired) throw at(name, new Problem('is missing'));
    if (value === null && !isNillable) throw at(name, new Problem('must not be null'));
  }
}
