/** Headers as Node.js and undici give them: of a name that stands several times, all values. */
type GivenHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers with one value for each name: several are joined, which RFC 9110 section 5.2 allows. */
export function flatHeaders(headers: GivenHeaders): Readonly<Record<string, string>> {
  for (const name in headers) if (typeof headers[name] !== 'string') return joined(headers);
  // Nearly always there is nothing to join, and what came can be taken as it is.
  return headers as Record<string, string>;
}

/**
 * Headers from the names and values that Node.js has read, by turns; `undefined` where a name stands twice, or may:
 * Node.js knows which values are joined. Nearly no response has such a name, and to let Node.js look costs four times
 * as much.
 *
 * @param raw - none, or an empty list, from a test tool that gives ready headers only
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

function joined(headers: GivenHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

/** The values of `Set-Cookie` where there are several: the one header that may not be joined (RFC 6265 section 3). */
export function setCookiesOf({ 'set-cookie': values }: GivenHeaders): readonly string[] | undefined {
  return typeof values === 'object' && values.length > 1 ? values : undefined;
}
