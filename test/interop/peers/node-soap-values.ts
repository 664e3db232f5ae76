/** The value of node-soap for an element with attributes. */
interface WithAttributes {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly $value?: unknown;
  readonly item?: unknown;
}

/**
 * Reads node-soap's values as a careful user would: takes the attributes off, a list out of its `item`, and the
 * empty string and the empty list for what they are by their declared type. What is lost then, is lost.
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

/** The reverse: a list goes into `item`, or node-soap repeats the field itself. */
export function nodeSoapValue(value: unknown): unknown {
  if (Array.isArray(value)) return { item: value.map(nodeSoapValue) };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, nodeSoapValue(field)]));
}
