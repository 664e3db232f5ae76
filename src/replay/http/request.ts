import { createHash } from 'node:crypto';
import { withoutSegment } from '../../domain/sending/notify-url.js';
import { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import {
  type AnyEndpoint,
  allEndpoints,
  EVERYWHERE,
  endpointOf,
  PATHS,
} from '../../http-client/description/endpoints.js';
import type { Parameter, RequestValues } from '../../http-client/description/parts/endpoint.js';
import { type RequestFields, readRequestFields } from '../../http-client/description/request-fields.js';
import { isOwnIdx } from '../../http-client/requests/own-idx.js';
import { parseContentType } from '../../http-message/content-type.js';
import { FORM, type FormFields, writeForm } from '../../http-message/form.js';
import type { IncomingFile } from '../../http-message/multipart/read-multipart.js';
import { targetOf } from '../../local-server/messages.js';
import type { Credential, HttpRequest, ReadRequest } from '../contract/contract.js';
import { fieldCredentials } from '../contract/head-credentials.js';
import { NO_ADDRESS } from '../har/har.js';
import type { RecordedRequest } from '../har/recording.js';

interface EndpointTarget {
  readonly path: string;
  readonly query: string;
}

function endpointTarget(url: string): EndpointTarget | undefined {
  const { path: fullPath, query } = targetOf(url);
  const path = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  return PATHS.has(path) ? { path, query } : undefined;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);

const COMMON_PATH = 'profile';

export function isOfHttpInterface({ method, url, headers }: HttpRequest): boolean {
  const target = endpointTarget(url);
  if (target === undefined || !METHODS.has(method) || isSoap(headers)) return false;
  if (target.path !== COMMON_PATH || url.startsWith(NO_ADDRESS)) return true;
  return headers['authorization'] !== undefined || /(?:^|&)access_token=/.test(target.query);
}

function isSoap(headers: HttpRequest['headers']): boolean {
  const { mediaType } = parseContentType(headers['content-type']);
  return headers['soapaction'] !== undefined || mediaType.endsWith('xml');
}

type ComparedValue = string | number | boolean | readonly string[];

type ComparedValues = Readonly<Record<string, ComparedValue>>;

/**
 * Returns the values to compare requests of an endpoint. They do not include secrets, an idx that the library
 * generated, the query of `notify_url`, and fields that the description does not define.
 */
function requestValues({ parameters, selector, answer }: AnyEndpoint, input: RequestFields): ComparedValues {
  const values: Record<string, ComparedValue> = {};
  if (selector?.value !== undefined) values[selector.name] = selector.value;
  for (const parameter of Object.values(parameters)) Object.assign(values, parameterValues(parameter, input));
  const isJson = input.fields.get(EVERYWHERE.format)?.trim().toLowerCase() === 'json';
  if (isJson && answer.text !== '') values[EVERYWHERE.format] = 'json';
  return values;
}

function parameterValues(parameter: Parameter, { fields, files }: RequestFields): ComparedValues {
  const { names, isSecret } = parameter;
  const [name = ''] = names;
  const file = files.get(name);
  if (file !== undefined) return { [name]: uploaded(file) };
  if (isSecret === true || !names.some((one) => fields.has(one))) return {};
  const value = parameter.read(fields);
  // Values of a wrong type are compared by their original text.
  if (value === undefined || value === null) return { [name]: fields.get(name) ?? '' };
  const written = parameter.write(value);
  if (names.length > 1) return Object.fromEntries(written.map(([column, text]) => [column, text.split('|')]));
  if (written.length === 0) return {};
  const compared = comparedValue(name, value);
  return compared === undefined ? {} : { [name]: compared };
}

function comparedValue(name: string, value: unknown): ComparedValue | undefined {
  if (name === 'idx') return withoutOwnIdx(value);
  if (name === 'notify_url') return withoutQuery(String(value));
  if (value instanceof Date) return Math.floor(value.getTime() / 1000);
  if (Array.isArray(value)) return value.map((one) => String(one).trim());
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

function withoutOwnIdx(value: unknown): ComparedValue | undefined {
  const all = (Array.isArray(value) ? value : [value]).map((one) => String(one).trim());
  const stored = all.map((one) => (isOwnIdx(one) ? '' : one));
  if (stored.every((one) => one === '') && !all.every((one) => one === '')) return undefined;
  return Array.isArray(value) ? stored : stored[0];
}

/** The query of such an address, or a signature in its path, may be a secret between its server and the gateway. */
function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin === 'null' ? address : origin + withoutSegment(pathname);
}

function uploaded({ bytes }: IncomingFile): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

const BY_BARS = /^(?:idx|param[1-4])$/;

function written(name: string, value: ComparedValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? value.join(BY_BARS.test(name) ? '|' : ',') : String(value);
}

function fieldsOf({ operation, input }: Pick<ReadRequest, 'operation' | 'input'>): FormFields {
  const values = (input[operation] ?? {}) as ComparedValues;
  return Object.entries(values).map(([name, value]) => [name, written(name, value)]);
}

export function endpointFor(request: Pick<ReadRequest, 'operation' | 'input'>): AnyEndpoint {
  // It had one when it was decoded.
  return endpointOf(request.operation, new Map(fieldsOf(request))) as AnyEndpoint;
}

export function requestParameters(request: Pick<ReadRequest, 'operation' | 'input'>): RequestValues {
  const fields = new Map(fieldsOf(request));
  const { parameters } = endpointFor(request);
  return Object.fromEntries(Object.entries(parameters).map(([name, { read }]) => [name, read(fields)]));
}

export function writeRequest(request: ReadRequest): RecordedRequest {
  const { path, method } = endpointFor(request);
  const charset: FormFields = path === 'sms.do' ? [[EVERYWHERE.encoding, 'utf-8']] : [];
  const text = Buffer.from(writeForm([...fieldsOf(request), ...charset])).toString('latin1');
  if (method === 'POST') return { method, target: path, headers: { 'content-type': FORM }, text };
  return { method, target: text === '' ? path : `${path}?${text}`, headers: {} };
}

/** Decodes a request. @throws ValidationError if it is invalid */
export function readRequest(request: HttpRequest): ReadRequest {
  const { method, url, headers } = request;
  if (method !== 'GET' && method !== 'POST') {
    throw new ValidationError('method', `is no request: ${method} instead of GET or POST`);
  }
  const target = endpointTarget(url);
  if (target === undefined) throw new ValidationError('url', 'is no request: it names no endpoint');
  const fields = readFields(request, target);
  const endpoint = endpointOf(target.path, fields.fields);
  if (endpoint === undefined)
    throw new ValidationError('body', `is no request: it names no operation of ${target.path}`);
  return {
    operation: endpoint.path,
    input: { [endpoint.path]: requestValues(endpoint, fields) },
    credentials: [...credentialsOf(endpoint, fields, headers)],
  };
}

function readFields(
  { headers, body, formReader }: HttpRequest,
  target: { path: string; query: string },
): RequestFields {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  try {
    return readRequestFields({ ...target, contentType: headers['content-type'], body: bytes, formReader });
  } catch (error) {
    if (error instanceof Problem) throw new ValidationError('body', `is no request: ${error.message}`);
    throw error;
  }
}

const AUTHORIZATION = 'authorization';

function* credentialsOf(
  { path, parameters }: AnyEndpoint,
  { fields }: RequestFields,
  headers: HttpRequest['headers'],
): Iterable<Credential> {
  const header = headers[AUTHORIZATION];
  if (header !== undefined) {
    const value = header.trim().replace(/^bearer +/i, '');
    yield { path: AUTHORIZATION, value, isSecret: true, identifiesAccount: true };
  }
  const secrets = Object.values(parameters).filter(({ isSecret }) => isSecret === true);
  for (const name of [EVERYWHERE.token, ...secrets.flatMap(({ names }) => names)]) {
    const value = fields.get(name);
    const identifiesAccount = name === EVERYWHERE.token ? true : undefined;
    if (value !== undefined) yield { path: `${path}.${name}`, value, isSecret: true, identifiesAccount };
  }
  // Unknown fields may be for another gateway in between.
  yield* fieldCredentials([...fields].filter(([name]) => !isKnown(name)));
}

function isKnown(name: string): boolean {
  if (Object.values<string>(EVERYWHERE).includes(name)) return true;
  for (const { selector, parameters } of allEndpoints()) {
    if (selector?.name === name || Object.values(parameters).some(({ names }) => names.includes(name))) return true;
  }
  return false;
}

export function operationNamed({ url }: HttpRequest): string | undefined {
  return endpointTarget(url)?.path;
}
