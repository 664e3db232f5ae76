/** The path of the SOAP endpoint, as servers of this library give it. */
export const SOAP_PATH = '/soap';

/** The addresses of a server that speaks SOAP. */
export interface SoapAddresses {
  /** The address of the SOAP endpoint: `http://127.0.0.1:8080/soap`. */
  readonly url: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
}

/** The addresses below scheme, host and port of a server. */
export function soapAddresses(origin: string): SoapAddresses {
  const url = origin + SOAP_PATH;
  return { url, wsdlUrl: `${url}?wsdl` };
}

const ADDRESS_ELEMENT = /<[\w:.-]*address\s[^<>]*>/g;
const LOCATION = /(\slocation\s*=\s*)(?:"[^"]*"|'[^']*')/;

/**
 * A WSDL with a real address in place of those in it.
 *
 * @param address - an absolute URL, without quotes
 */
export function withAddress(wsdl: string, address: string): string {
  return wsdl.replace(ADDRESS_ELEMENT, (element) =>
    element.replace(LOCATION, (_, before: string) => `${before}"${address}"`),
  );
}

/**
 * The gateway's WSDL with a real address in place of its placeholder.
 *
 * @param address - an absolute URL
 */
export async function wsdlText(address: string): Promise<string> {
  // A script of its own, which is loaded when somebody asks.
  const { WSDL } = await import('./wsdl.js');
  return withAddress(WSDL, address);
}
