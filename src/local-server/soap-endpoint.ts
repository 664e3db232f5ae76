export const SOAP_PATH = '/soap';

/** The addresses of a SOAP server. */
export interface SoapAddresses {
  /** The address of the SOAP endpoint: `http://127.0.0.1:8080/soap`. */
  readonly url: string;
  /** The address of the WSDL. */
  readonly wsdlUrl: string;
}

export function soapAddresses(origin: string): SoapAddresses {
  const url = origin + SOAP_PATH;
  return { url, wsdlUrl: `${url}?wsdl` };
}

const ADDRESS_ELEMENT = /<[\w:.-]*address\s[^<>]*>/g;
const LOCATION = /(\slocation\s*=\s*)(?:"[^"]*"|'[^']*')/;

/** Replaces the addresses in a WSDL. */
export function withAddress(wsdl: string, address: string): string {
  return wsdl.replace(ADDRESS_ELEMENT, (element) =>
    element.replace(LOCATION, (_, before: string) => `${before}"${address}"`),
  );
}

/** Returns the gateway's WSDL with a real address instead of its placeholder. */
export async function wsdlText(address: string): Promise<string> {
  // Loaded on demand: the WSDL is a separate module.
  const { WSDL } = await import('./wsdl.js');
  return withAddress(WSDL, address);
}
