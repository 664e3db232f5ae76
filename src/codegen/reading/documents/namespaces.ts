export const XSD = 'http://www.w3.org/2001/XMLSchema';
const EARLY_XSD: readonly string[] = [
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/08/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
];
export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
export const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';
export const SOAP12 = 'http://schemas.xmlsoap.org/wsdl/soap12/';
export const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const APACHE_SOAP = 'http://xml.apache.org/xml-soap';
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
export const BUILT_IN: ReadonlySet<string> = new Set([
  XSD,
  ...EARLY_XSD,
  WSDL,
  SOAP,
  SOAP_ENCODING,
  SOAP_ENVELOPE,
  APACHE_SOAP,
  XML,
]);

/** The namespace that one is read as: XML Schema for its drafts, itself for any other. */
export function presentNamespace(uri: string): string {
  return EARLY_XSD.includes(uri) ? XSD : uri;
}

export function usualPrefix(namespace: string): string | undefined {
  return USUAL_PREFIXES.get(namespace);
}

/** Writes a namespace and a local name as one string, `{namespace}local`, to look things up by. */
export function expandedName(namespace: string, localName: string): string {
  return namespace === '' ? localName : `{${namespace}}${localName}`;
}
