import { readFile } from 'node:fs/promises';

/** As far from `src/sandbox/` as from `dist/js/` of the package. */
const WSDL = new URL('../../wsdl/sms-service.wsdl', import.meta.url);
const ADDRESS = /(<soap:address\s+location=")[^"]*(")/;

/**
 * The service's WSDL with a real address in place of its placeholder.
 *
 * @param address - an absolute URL
 */
export async function wsdlText(address: string): Promise<string> {
  const text = await readFile(WSDL, 'utf8');
  return text.replace(ADDRESS, (_, before: string, after: string) => before + address + after);
}
