export interface Leaf {
  readonly path: string;
  readonly name: string;
  readonly value: string | number | boolean;
}

export function* leavesOf(value: unknown, path = '', name = ''): Generator<Leaf, void, undefined> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${path}[${index}]`, name);
  } else if (typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) yield* leavesOf(part, path === '' ? key : `${path}.${key}`, key);
  } else yield { path, name, value: value as Leaf['value'] };
}

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
