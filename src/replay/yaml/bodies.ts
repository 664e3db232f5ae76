import { fieldsOfForm, formOf, jsonInLines, jsonInOne, xmlInLines, xmlInOne } from './layout.js';

/** The message that contains a body. */
export type Side = 'request' | 'response';

/** The body of a message, with its headers. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface BodyForm {
  /** Returns the content, or `undefined` if the text is not of this form, or would change when it is read again. */
  write(text: string, side: Side): string | readonly string[] | undefined;
  /** Restores the body. Returns `undefined` if the content is not of this form. */
  read(content: string | readonly string[], side: Side): string | undefined;
  headersOf(text: string, side: Side): Readonly<Record<string, string>>;
}

const ENVELOPE =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
  ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
  ' SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>';
const END_OF_ENVELOPE = '</SOAP-ENV:Body></SOAP-ENV:Envelope>\n';

const NOBODY =
  '<client xsi:type="ns1:Client"><username xsi:type="xsd:string">username</username>' +
  '<password xsi:type="xsd:string">password</password></client>';

/** The operation of a request, and its namespace. */
const OPERATION = /^<ns1:([\w.-]+) xmlns:ns1="([^"<>&]*)">/;

const XML_TYPE = 'text/xml; charset=utf-8';

/** The content of an envelope of this library, without the envelope and the placeholders of the credentials. */
const SOAP: BodyForm = {
  write: (text, side) => {
    if (!text.startsWith(ENVELOPE) || !text.endsWith(END_OF_ENVELOPE)) return undefined;
    const content = text.slice(ENVELOPE.length, -END_OF_ENVELOPE.length);
    const [tag = ''] = OPERATION.exec(content) ?? [];
    if (side === 'request' && (tag === '' || !content.startsWith(NOBODY, tag.length))) return undefined;
    const shown = xmlInLines(side === 'request' ? tag + content.slice(tag.length + NOBODY.length) : content);
    return shown === undefined ? undefined : `${shown}\n`;
  },
  read: (content, side) => {
    if (typeof content !== 'string') return undefined;
    const inside = xmlInOne(content.replace(/\n$/, ''));
    if (side === 'response') return ENVELOPE + inside + END_OF_ENVELOPE;
    const [tag] = OPERATION.exec(inside) ?? [];
    return tag === undefined ? undefined : ENVELOPE + tag + NOBODY + inside.slice(tag.length) + END_OF_ENVELOPE;
  },
  headersOf: (text, side) => {
    const [, operation = '', namespace = ''] = OPERATION.exec(text.slice(ENVELOPE.length)) ?? [];
    const soapaction = `"${namespace}#${operation}"`;
    return { 'content-type': XML_TYPE, ...(side === 'request' ? { soapaction } : {}) };
  },
};

function textForm(
  type: string,
  write: BodyForm['write'],
  read: (content: string) => string = (content) => content,
): BodyForm {
  return {
    write,
    read: (content) => (typeof content === 'string' ? read(content) : undefined),
    headersOf: () => (type === '' ? {} : { 'content-type': type }),
  };
}

/** The forms by their keys, most readable first. The last one accepts every text. */
export const BODY_FORMS: Readonly<Record<string, BodyForm>> = {
  soap: SOAP,
  xml: textForm(XML_TYPE, (text) => (/^\s*</.test(text) ? xmlInLines(text) : undefined), xmlInOne),
  json: textForm('application/json; charset=utf-8', jsonInLines, jsonInOne),
  form: {
    write: (text, side) => (side === 'request' ? fieldsOfForm(text) : undefined),
    read: (content) => (typeof content === 'string' ? undefined : formOf(content)),
    headersOf: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
  },
  text: textForm('', (text) => text),
};

export function areUsual({ headers, text }: Message, form: string, side: Side): boolean {
  const usual = BODY_FORMS[form]?.headersOf(text, side) ?? {};
  const names = Object.keys(headers);
  return names.length === Object.keys(usual).length && names.every((name) => usual[name] === headers[name]);
}

/** Returns the form of a body, with its content. */
export function contentOf({ headers, text }: Message, side: Side): readonly [string, string | readonly string[]] {
  for (const [name, form] of Object.entries(BODY_FORMS)) {
    // Every text can be read as a form, so the content type decides.
    if (name === 'form' && headers['content-type'] !== form.headersOf(text, side)['content-type']) continue;
    const content = form.write(text, side);
    if (content !== undefined && (content === text || form.read(content, side) === text)) return [name, content];
  }
  return ['text', text];
}
