/** What is secret about a field of the contract. */
export type FieldKind = 'number' | 'name' | 'text' | 'plain';

/** The kinds of fields by their names on the wire (sections 2.8 and 4.10); those that are not here are plain. */
const KINDS: Readonly<Record<string, FieldKind>> = {
  to: 'number',
  arTo: 'number',
  number: 'number',
  name: 'name',
  info: 'name',
  message: 'text',
  udh: 'text',
  arParam: 'text',
  arParams: 'text',
};

/** The kind of a field of the contract, by its name on the wire. */
export function kindOf(name: string): FieldKind {
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'plain') : 'plain';
}

/** A value without parts of its own, and where it stands. */
export interface Leaf {
  /** For example `sms_param.arTo[3]`. */
  readonly path: string;
  /** The name of the field: that of the list, for an item of one. */
  readonly name: string;
  readonly value: string | number | boolean;
}

/**
 * The values of a decoded message, in the order of the contract. What is nil, absent or an empty list is none: on the
 * wire of most servers there is no difference.
 */
export function* leavesOf(value: unknown, path = '', name = ''): Generator<Leaf, void, undefined> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${path}[${index}]`, name);
  } else if (typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) yield* leavesOf(part, path === '' ? key : `${path}.${key}`, key);
  } else yield { path, name, value: value as Leaf['value'] };
}
