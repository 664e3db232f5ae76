export interface Leaf {
  /** For example `sms_param.arTo[3]`. */
  readonly path: string;
  /** The name of the field. For an item of a list, the name of the list. */
  readonly name: string;
  readonly value: string | number | boolean;
}

/**
 * Returns the values of a decoded message, in the order of the contract. Nil, an absent field and an empty list have no
 * value: most servers do not distinguish them on the wire.
 */
export function* leavesOf(value: unknown, path = '', name = ''): Generator<Leaf, void, undefined> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${path}[${index}]`, name);
  } else if (typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) yield* leavesOf(part, path === '' ? key : `${path}.${key}`, key);
  } else yield { path, name, value: value as Leaf['value'] };
}

/**
 * Returns a decoded message with other texts.
 *
 * @param make - receives each text and the name of its field or list
 * @param nameOf - converts the names of fields
 */
export function withTexts(
  value: unknown,
  make: (text: string, name: string) => string,
  name: string = '',
  nameOf: (name: string) => string = (key) => key,
): unknown {
  if (typeof value === 'string') return make(value, name);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, make, name, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [nameOf(key), withTexts(part, make, key, nameOf)]),
  );
}
