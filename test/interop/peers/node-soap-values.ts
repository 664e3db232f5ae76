/** The form in which node-soap returns an element with attributes. */
interface WithAttributes {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly $value?: unknown;
  readonly item?: unknown;
}

/**
 * Converts node-soap's values like a careful caller: removes attributes, unwraps the `item` of a list, and uses the
 * declared type to distinguish an empty string from an empty list. Other losses remain.
 */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  const { attributes, ...rest } = value as WithAttributes;
  const type = attributes?.['xsi:type'];
  if (attributes?.['SOAP-ENC:arrayType'] !== undefined || type === 'SOAP-ENC:Array') {
    const { item } = rest;
    if (item === undefined) return [];
    return Array.isArray(item) ? item.map(plainValue) : [plainValue(item)];
  }
  if ('$value' in rest) return rest.$value;
  if (type === 'xsd:string') return '';
  return Object.fromEntries(Object.entries(rest).map(([name, field]) => [name, plainValue(field)]));
}

/** The reverse: wraps a list in `item`. Without it, node-soap repeats the field. */
export function nodeSoapValue(value: unknown): unknown {
  if (Array.isArray(value)) return { item: value.map(nodeSoapValue) };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, nodeSoapValue(field)]));
}
