export interface ContentType {
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly boundary: string | undefined;
  readonly start: string | undefined;
}

const PARAMETER = /;\s*(charset|boundary|start)\s*=\s*(?:"([^"]*)"|([^\s;"]+))/gi;

const PLAIN_XML: ContentType = { mediaType: 'text/xml', charset: 'utf-8', boundary: undefined, start: undefined };
/** The headers of nearly every response, which need no parsing. */
const COMMON: ReadonlySet<string> = new Set([
  'text/xml; charset=utf-8',
  'text/xml; charset=UTF-8',
  'text/xml;charset=utf-8',
]);

/** Reads a Content-Type header; what is not understood is passed over. */
export function parseContentType(header: string = ''): ContentType {
  if (COMMON.has(header)) return PLAIN_XML;
  const end = header.indexOf(';');
  const mediaType = (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
  const found: { charset?: string | undefined; boundary?: string | undefined; start?: string | undefined } = {};
  for (const [, name = '', quoted, bare] of header.matchAll(PARAMETER)) {
    const parameter = name.toLowerCase() as keyof typeof found;
    // The first of several counts.
    found[parameter] ??= parameter === 'charset' ? charsetName(quoted ?? bare) : (quoted ?? bare);
  }
  return { mediaType, charset: found.charset, boundary: found.boundary, start: found.start };
}

/** The name of a charset, which some put into single quotes; an empty one says nothing. */
function charsetName(written: string = ''): string | undefined {
  const name = written
    .trim()
    .replace(/^'(.*)'$/, '$1')
    .trim();
  return name === '' ? undefined : name;
}
