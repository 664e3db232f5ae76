import { readFileSync, writeFileSync } from 'node:fs';

const BODY = /<(?:[\w.-]+:)?(?:body|header|fault)\b[^<>]*\buse=["']encoded["'][^<>]*>/g;
const ENCODING = 'encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"';

const OF_2001 = 'http://www.w3.org/2001/XMLSchema';
const NEEDLESS_IMPORT =
  /<(?:[\w.-]+:)?import\s+namespace=["']http:\/\/schemas\.xmlsoap\.org\/soap\/encoding\/["']\s*\/>/g;

/**
 * Returns a WSDL that PHP can load: the document or a changed copy in its folder. PHP requires `encodingStyle` where
 * WSDL 1.1 does not. It does not accept an import of the SOAP encoding schema after a type. It crashes on structs
 * whose fields have types of the 1999 schema.
 *
 * @returns the path of the document, or of its copy
 */
export function wsdlForPhp(path: string): string {
  const text = readFileSync(path, 'latin1');
  const modern = text.includes(OF_2001) ? text : text.replaceAll('http://www.w3.org/1999/XMLSchema', OF_2001);
  const changed = modern
    .replace(NEEDLESS_IMPORT, '')
    .replace(BODY, (body) => (body.includes('encodingStyle') ? body : body.replace('use=', `${ENCODING} use=`)));
  if (changed === text) return path;
  const copy = `${path}.for-php`;
  writeFileSync(copy, changed, 'latin1');
  return copy;
}
