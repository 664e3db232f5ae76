import { readFile } from 'node:fs/promises';

/** From `src/sandbox/`, and from `dist/src/sandbox/` of the package. */
const PLACES = ['../../wsdl/sms-service.wsdl', '../../../wsdl/sms-service.wsdl'] as const;
const ADDRESS = /(<soap:address\s+location=")[^"]*(")/;

/**
 * The service's WSDL with a real address in place of its placeholder.
 *
 * @param address - an absolute URL
 * @throws Error when the package was installed without its WSDL
 */
export async function wsdlText(address: string): Promise<string> {
  const text = await readFirst(PLACES.map((place) => new URL(place, import.meta.url)));
  return text.replace(ADDRESS, (_, before: string, after: string) => before + address + after);
}

async function readFirst([first, ...others]: readonly URL[]): Promise<string> {
  if (first === undefined) throw new Error('the WSDL of the package is missing');
  try {
    return await readFile(first, 'utf8');
  } catch {
    return readFirst(others);
  }
}
