type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers with one value for each name: several are joined, which RFC 9110 section 5.2 allows. */
export function flatHeaders(headers: HeaderValues): Readonly<Record<string, string>> {
  for (const name in headers) if (typeof headers[name] !== 'string') return joined(headers);
  // Usually no header is repeated, and the object can be used as it is.
  return headers as Record<string, string>;
}

/**
 * Returns headers from the raw list of Node.js; `undefined` if a name is repeated, because Node.js knows which values
 * to join. Few responses have repeated names, and joining in Node.js costs four times as much.
 *
 * @param raw - missing or empty if a test tool provides parsed headers only
 */
export function singleHeaders(raw: readonly string[] | undefined): Readonly<Record<string, string>> | undefined {
  if (raw === undefined || raw.length === 0) return undefined;
  const headers: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    if (name === 'set-cookie' || name in headers) return undefined;
    headers[name] = raw[index + 1] as string;
  }
  return headers;
}

function joined(headers: HeaderValues): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

export function setCookiesOf({ 'set-cookie': values }: HeaderValues): readonly string[] | undefined {
  return typeof values === 'object' && values.length > 1 ? values : undefined;
}
