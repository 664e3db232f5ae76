/** Namespaces that have a meaning of their own here. */
export const XSD = 'http://www.w3.org/2001/XMLSchema';
export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
/** The WSDL binding to SOAP 1.1. */
export const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';
/** The WSDL binding to SOAP 1.2. */
export const SOAP12 = 'http://schemas.xmlsoap.org/wsdl/soap12/';
export const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
export const SOAP_HTTP = 'http://schemas.xmlsoap.org/soap/http';
export const XML = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS = 'http://www.w3.org/2000/xmlns/';

const USUAL_PREFIXES: ReadonlyMap<string, string> = new Map([
  [XSD, 'xsd'],
  [WSDL, 'wsdl'],
  [SOAP, 'soap'],
  [SOAP12, 'soap12'],
  [SOAP_ENCODING, 'SOAP-ENC'],
]);

/** Schemas that are built in: importing one of them needs no file. */
export const BUILT_IN: ReadonlySet<string> = new Set([XSD, WSDL, SOAP_ENCODING, XML]);

/** The prefix by which people know a namespace, whatever a document calls it. */
export function usualPrefix(namespace: string): string | undefined {
  return USUAL_PREFIXES.get(namespace);
}

/** Writes a namespace and a local name as one string, `{namespace}local`, to look things up by. */
export function expandedName(namespace: string, localName: string): string {
  return namespace === '' ? localName : `{${namespace}}${localName}`;
}
