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

const ADDRESS = /(<soap:address\s+location=")[^"]*(")/;

/**
 * The service's WSDL with a real address in place of its placeholder.
 *
 * @param address - an absolute URL
 */
export async function wsdlText(address: string): Promise<string> {
  // A script of its own, which is loaded when somebody asks.
  const { WSDL } = await import('./wsdl.js');
  return WSDL.replace(ADDRESS, (_, before: string, after: string) => before + address + after);
}
