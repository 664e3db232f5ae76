/**
 * What a text of the contract says, for those who must not keep everything:
 *
 * - `number`: a telephone number; `name`: of a contact or a group, or a note of one; `text`: of a message
 * - `id`: what the gateway has named something, by which later requests ask for it
 * - `entry`: what a send says of its messages (section 2.2)
 * - `said`: the gateway's own words
 * - `other`: what callers choose by themselves
 */
export type FieldKind = 'number' | 'name' | 'text' | 'id' | 'entry' | 'said' | 'other';

/** The kinds of all texts of the contract by their names on the wire (sections 2.8 and 4.10). */
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
  id: 'id',
  arIds: 'id',
  response: 'entry',
  description: 'said',
};

/** The kind of a text of the contract, by its name on the wire. */
export function kindOf(name: string): FieldKind {
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'other') : 'other';
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

/** A decoded message with other texts. @param make - given each with the name of its field, or of its list */
export function withTexts(value: unknown, make: (text: string, name: string) => string, name: string = ''): unknown {
  if (typeof value === 'string') return make(value, name);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, make, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTexts(part, make, key)]));
}
