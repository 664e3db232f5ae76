import { Problem } from '../../errors/problem.js';
import { checkedUtf8 } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { checkField, FORM, type FormFields, readForm } from '../../http-message/form.js';
import type { FormReader, IncomingFile, MultipartFields } from '../../http-message/multipart/read-multipart.js';
import { MULTIPART_FORM } from '../../http-message/multipart/write-multipart.js';
import { EVERYWHERE } from './endpoints.js';
import type { Fields } from './parts/endpoint.js';

export interface ReceivedRequest {
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  /** Empty if there is none. */
  readonly body: Uint8Array;
  readonly formReader?: FormReader | undefined;
}

export interface RequestFields {
  readonly fields: Fields;
  readonly files: ReadonlyMap<string, IncomingFile>;
}

/** The charset of sms.do where `encoding` names none (section 4.1). */
const DEFAULT_CHARSET = 'windows-1250';

const JSON_TYPE = 'application/json';

/**
 * Reads the fields of a request in each form: query, form, form with files, JSON object. JSON and forms with files use
 * UTF-8, the others the charset in `encoding`. A percent sign that begins no escape is kept, as in an unescaped
 * `[%1%]`.
 *
 * @throws Problem if the body has another form, or is invalid in its charset
 */
export function readRequestFields(request: ReceivedRequest): RequestFields {
  const { path, contentType, formReader } = request;
  const type = parseContentType(contentType).mediaType;
  const isForm = type === FORM || type === '';
  const { body } = request;
  const query = Buffer.from(request.query);
  // Its name and its value are ASCII: they can be read before the charset is known.
  const inLatin1 = [query, ...(isForm ? [body] : [])].flatMap((form) => readForm(form, 'iso-8859-1', 'itself'));
  const encoding = new Map(inLatin1).get(EVERYWHERE.encoding)?.trim().toLowerCase();
  const charset = encoding || (path === 'sms.do' ? DEFAULT_CHARSET : 'utf-8');
  const fields = new Map<string, string>(readForm(query, charset, 'itself'));
  const files = new Map<string, IncomingFile>();
  for (const [name, value] of bodyFields(type, body, { charset, formReader })) {
    if (typeof value === 'string') fields.set(name, value);
    else files.set(name, value);
  }
  return { fields, files };
}

function bodyFields(
  type: string,
  body: Uint8Array,
  { charset, formReader }: Pick<ReceivedRequest, 'formReader'> & { readonly charset: string },
): FormFields | MultipartFields {
  if (body.length === 0) return [];
  if (type === MULTIPART_FORM && formReader !== undefined) return formReader(body);
  if (type === JSON_TYPE) return jsonFields(body);
  if (type === FORM || type === '') return readForm(body, charset, 'itself');
  throw new Problem('the body is neither a form nor JSON');
}

function jsonFields(body: Uint8Array): FormFields {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(checkedUtf8(body)).toString('utf8'));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('the body is not valid JSON');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Problem('the body is not a JSON object');
  return Object.entries(json).flatMap(([name, value]) => flattened(name, value, MAX_DEPTH));
}

const MAX_DEPTH = 2;

/** The fields whose values are separated by `|` (section 4.1, rule 5); those of all others are by `,`. */
const BY_BARS = /^(?:idx|param[1-4])$/;

/** The fields that stand for a value of JSON; `null` stands for none. */
function flattened(name: string, value: unknown, depth: number): FormFields {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    checkField(name, String(value));
    return [[name, String(value)]];
  }
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return [[name, value.join(BY_BARS.test(name) ? '|' : ',')]];
  }
  if (depth === 0) throw new Problem('the body is nested too deep');
  return Object.entries(value).flatMap(([key, inner]) => flattened(`${name}[${key}]`, inner, depth - 1));
}
