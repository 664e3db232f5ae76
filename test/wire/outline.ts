import { readTree, type Tree } from '../fuzz/reference/tree.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const KNOWN: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/XMLSchema': 'xsd',
  'urn:sms-service': 'tns',
  'http://schemas.xmlsoap.org/soap/envelope/': 'soap',
};

/** The Envelope of a document, and the one child of its Body, as saxes reads them. */
export function read(document: string): { readonly envelope: Tree; readonly body: Tree; readonly wrapper: Tree } {
  const envelope = readTree(document);
  const [body, ...others] = envelope.children;
  const [wrapper, ...more] = body?.children ?? [];
  if (body === undefined || wrapper === undefined || others.length + more.length > 0)
    throw new Error('not one wrapper');
  return { envelope, body, wrapper };
}

/** A qualified name with a prefix that does not depend on the document: `xsd:int`, `tns:Group`. */
export function qualified({ uri, local }: Pick<Tree, 'uri' | 'local'>): string {
  return uri === '' ? local : `${KNOWN[uri] ?? uri}:${local}`;
}

/**
 * Writes an element in one line: `name type[arrayType] "text"`, children in braces, `nil` for nil. A missing type or a
 * wrong namespace changes the line.
 */
export function outline(element: Tree): string {
  const { attributes, children, text } = element;
  const type = resolved(element, attributes.get(`{${XSI}}type`)) ?? 'untyped';
  const arrayType = resolved(element, attributes.get(`{${ENCODING}}arrayType`));
  const rest = [...attributes.keys()].filter((name) => !EXPECTED.has(name));
  const nil = attributes.get(`{${XSI}}nil`) === undefined ? '' : ' nil';
  const content = children.length > 0 || arrayType !== undefined ? `{ ${children.map(outline).join(', ')} }` : '';
  const value = children.length > 0 || nil !== '' || content !== '' ? '' : JSON.stringify(text);
  const head = `${qualified(element)} ${arrayType === undefined ? type : `${type}=${arrayType}`}${rest.join('')}${nil}`;
  return `${head} ${content}${value}`.trim().replace('{  }', '{}');
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const EXPECTED: ReadonlySet<string> = new Set([
  `{${XSI}}type`,
  `{${ENCODING}}arrayType`,
  `{${XSI}}nil`,
  `{${XMLNS}}ns1`,
]);

/** The value of an attribute that is a qualified name, with the text after it (`[2]`). */
function resolved({ namespaces }: Tree, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const [prefix = '', local = ''] = name.split(':');
  return qualified({ uri: namespaces[prefix] ?? 'unbound', local });
}
