import { SmsService } from '../../../generated/service.js';
import { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { latin1 } from '../../http-message/charset.js';
import { parseContentType } from '../../http-message/content-type.js';
import { FORM } from '../../http-message/form.js';
import { targetOf } from '../../local-server/messages.js';
import type { Codec } from '../../soap/decoder/codec.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { documentOf } from '../../soap/messages/attachments.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import type { Message, Operation } from '../../soap/messages/operation.js';
import { RequestRefused, readRequest as readEnvelope } from '../../soap/messages/request.js';
import { toUtf8 } from '../../xml/charset.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { HttpRequest, ReadRequest } from '../contract/contract.js';
import { fieldCredentials } from '../contract/head-credentials.js';
import { leavesOf } from '../contract/values.js';
import type { RecordedRequest } from '../har/recording.js';

type Operations = typeof SmsService.operations;

export type OperationName = keyof Operations;

/** The input of an operation, by its name in the WSDL. */
export type InputOf<K extends OperationName> = Operations[K]['input'] extends Message<infer I> ? I : never;

/** The output of an operation, by its name in the WSDL. */
export type OutputOf<K extends OperationName> = Operations[K]['output'] extends Message<infer O> ? O : never;

export function operationOf(name: string): Operation<unknown, unknown> {
  return SmsService.operations[name as OperationName];
}

export function* fieldPaths(): Iterable<string> {
  for (const { input } of Object.values<Operation<unknown, unknown>>(SmsService.operations)) yield* pathsOf(input, '');
}

function* pathsOf(codec: Codec<unknown>, path: string): Generator<string, void, undefined> {
  const { item, fields } = codec;
  if (item !== undefined) yield* pathsOf(item, path);
  else if (fields === undefined) yield path;
  else {
    for (const name of fields.names) {
      const field = fields.find(name);
      if (field !== undefined && name !== 'client') yield* pathsOf(field.codec, path === '' ? name : `${path}.${name}`);
    }
  }
}

const NOBODY = { username: 'username', password: 'password' };

function inputOf({ input }: Pick<ReadRequest, 'input'>): Readonly<Record<string, unknown>> {
  return { client: NOBODY, ...input };
}

export function writeRequest(request: ReadRequest): RecordedRequest {
  const known = operationOf(request.operation);
  return {
    method: 'POST',
    target: '',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${known.soapAction}"` },
    text: writeMessage(SmsService, known, known.input, inputOf(request)),
  };
}

export function bodyFault({ body: given, headers }: HttpRequest): string | undefined {
  const body = typeof given === 'string' ? Buffer.from(given, 'utf8') : given;
  const { mediaType, charset } = parseContentType(headers['content-type']);
  if (mediaType.startsWith('multipart/')) return undefined;
  const text = latin1(body).replaceAll('\0', '').replace(BYTE_ORDER_MARK, '').trim();
  const kind = kindOf(text, mediaType);
  if (kind !== undefined || NOT_OF_SOAP.test(text)) return kind;
  return isWellFormed(body, charset) ? undefined : 'is not well-formed';
}

const BYTE_ORDER_MARK = /^(?:ï»¿|ÿþ|þÿ)/;

const NOT_OF_SOAP = /<!DOCTYPE|<\?(?!xml\s)/;

/** Describes a body that is not XML. Returns `undefined` for one that may be. */
function kindOf(text: string, mediaType: string): string | undefined {
  if (text === '') return 'has no body';
  if (/^<(?:!doctype html|html)[\s>]/i.test(text)) return 'is a page of HTML';
  if (isJson(text)) return 'is a JSON body';
  if (mediaType === FORM || /^[\w.-]{1,60}=[^<\s]*$/.test(text)) return 'is a form';
  return text.startsWith('<') ? undefined : 'is a text, and no XML';
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ANY = { maxDepth: 1_000_000, maxAttributes: 100_000 };

function isWellFormed(body: Uint8Array, charset: string | undefined): boolean {
  try {
    const xml = new XmlReader(new XmlSource(Buffer.from(toUtf8(body, charset))), ANY);
    while (xml.next() !== 'eof');
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}

export interface DecodedEnvelope {
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
}

export function decodeEnvelope(body: Uint8Array | string, contentType?: string): DecodedEnvelope {
  const [bytes, header] = typeof body === 'string' ? [Buffer.from(body, 'utf8'), undefined] : [body, contentType];
  try {
    const { document, contentType: type } = documentOf(bytes, header);
    const { operation, input } = readEnvelope(SmsService, toUtf8(document, type.charset), DEFAULT_LIMITS);
    return { operation: operation as OperationName, input: input as DecodedEnvelope['input'] };
  } catch (error) {
    if (error instanceof RequestRefused) throw new ValidationError('body', `is no request: ${error.fault.faultString}`);
    if (error instanceof Problem) throw new ValidationError('body', `is no request: ${error.message}`);
    throw error;
  }
}

/** Decodes a request. @throws ValidationError if it is invalid */
export function readRequest({ method, url, headers, body }: HttpRequest): ReadRequest {
  if (method !== 'POST') throw new ValidationError('method', `is no request: ${method} instead of POST`);
  const { operation, input } = decodeEnvelope(body, headers['content-type']);
  const { client, ...parts } = input;
  const credentials = [...leavesOf(client, 'client')].map(({ path, name, value }) => ({
    path,
    value: String(value),
    isSecret: name === 'password',
    identifiesAccount: true as const,
  }));
  const { query } = targetOf(url);
  return { operation, input: parts, credentials: [...credentials, ...fieldCredentials(new URLSearchParams(query))] };
}

export function operationNamed({ headers, body }: HttpRequest): string | undefined {
  if (typeof body === 'string') return /<(?:[\w.-]+:)?(soap_\w+)/.exec(body)?.[1];
  return /#(\w+)"?$/.exec(headers['soapaction'] ?? '')?.[1];
}
