const STEP = '  ';
const TAG = /<[^<>]*>/g;
const BETWEEN_TAGS = /(?<!\?)>\n *</g;

export function xmlInLines(text: string): string | undefined {
  const pieces: string[] = [];
  let [end, depth, isOpen] = [0, 0, false];
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    const isEnd = tag.startsWith('</');
    if (isEnd) depth -= 1;
    const isBehindTag = index === end && index > 0 && text[index - 2] !== '?';
    // An element without content stays on one line.
    if (isBehindTag && !(isEnd && isOpen)) pieces.push('\n', STEP.repeat(Math.max(0, Math.min(depth, MAX_DEPTH))));
    pieces.push(text.slice(end, index), tag);
    end = index + tag.length;
    isOpen = !isEnd && !tag.startsWith('<?') && !tag.startsWith('<!') && !tag.endsWith('/>');
    if (isOpen) depth += 1;
  }
  const laidOut = pieces.join('') + text.slice(end);
  return xmlInOne(laidOut) === text ? laidOut : undefined;
}

/** The maximum indentation. Without it, the size of a document of only tags would grow quadratically. */
const MAX_DEPTH = 24;

export function xmlInOne(laidOut: string): string {
  return laidOut.replace(BETWEEN_TAGS, '><');
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^"{}[\],]+|"/g;

export function jsonInLines(text: string): string | undefined {
  if (!/^[[{]/.test(text) || /[\n\r]/.test(text)) return undefined;
  const pieces: string[] = [];
  let [depth, before] = [0, ''];
  const line = (): string => `\n${STEP.repeat(Math.max(0, Math.min(depth, MAX_DEPTH)))}`;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      if (before !== '{' && before !== '[') pieces.push(line());
    } else if (before === '{' || before === '[' || before === ',') pieces.push(line());
    if (token === '{' || token === '[') depth += 1;
    pieces.push(token);
    before = token;
  }
  const laidOut = pieces.join('');
  return jsonInOne(laidOut) === text ? laidOut : undefined;
}

export function jsonInOne(laidOut: string): string {
  return laidOut.replace(/\n */g, '');
}

function fieldsOfForm(text: string): readonly string[] | undefined {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => `${name}=${value}`);
  return text !== '' && formOf(fields) === text ? fields : undefined;
}

function formOf(fields: readonly string[]): string {
  const form = new URLSearchParams();
  for (const field of fields) {
    const mark = field.indexOf('=');
    form.append(mark === -1 ? field : field.slice(0, mark), mark === -1 ? '' : field.slice(mark + 1));
  }
  return form.toString();
}

export type Side = 'request' | 'response';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface BodyForm {
  /** Returns the content, or `undefined` if the text is not of this form, or would change when it is read again. */
  write(text: string, side: Side): string | readonly string[] | undefined;
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

const OPERATION = /^<ns1:([\w.-]+) xmlns:ns1="([^"<>&]*)">/;

const XML_TYPE = 'text/xml; charset=utf-8';

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

export function contentOf({ headers, text }: Message, side: Side): readonly [string, string | readonly string[]] {
  for (const [name, form] of Object.entries(BODY_FORMS)) {
    // Every text can be read as a form, so the content type decides.
    if (name === 'form' && headers['content-type'] !== form.headersOf(text, side)['content-type']) continue;
    const content = form.write(text, side);
    if (content !== undefined && (content === text || form.read(content, side) === text)) return [name, content];
  }
  return ['text', text];
}
