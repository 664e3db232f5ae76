import { readFile } from 'node:fs/promises';
import { SoapFaultError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { parseJson } from '../files/json.js';
import { parseContentType } from '../http-message/content-type.js';
import { invalid, isObject } from '../options/check.js';
import { DEFAULT_LIMITS } from '../soap/decoder/limits.js';
import type { Operation, Service } from '../soap/messages/operation.js';
import { RequestRefused, readRequest } from '../soap/messages/request.js';
import { readEnvelope } from '../soap/messages/response.js';
import { toUtf8 } from '../xml/charset.js';

export interface RecordedCall {
  readonly operation: string;
  /** The input parts by name. */
  readonly input: object;
  /**
   * Returns the output parts.
   *
   * @throws SoapFaultError if the response is a Fault
   * @throws Error if it is not a response of the operation
   */
  answer(): object;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the calls of a service out of a HAR file.
 *
 * @throws ValidationError when it is no HAR, or holds no call of the service
 * @throws Error of `node:fs`
 */
export async function readRecordedCalls(service: Service, file: string): Promise<readonly RecordedCall[]> {
  const { log } = objectOf(parsed(await readFile(file, 'utf8')));
  const { entries } = objectOf(log);
  if (!Array.isArray(entries)) return invalid('file', 'is no HAR: it has no list log.entries');
  const calls = entries.flatMap((entry, index) => {
    const call = readCall(service, objectOf(entry), `log.entries[${index}]`);
    return call === undefined ? [] : [call];
  });
  return calls.length > 0 ? calls : invalid('file', `holds no call of ${service.name}`);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    // The words of a SyntaxError quote the file.
    return invalid('file', error instanceof Problem ? error.message : 'is not JSON');
  }
}

function readCall(service: Service, { request, response }: Json, place: string): RecordedCall | undefined {
  const { method, postData } = objectOf(request);
  const { text } = objectOf(postData);
  if (method !== 'POST' || typeof text !== 'string') return undefined;
  try {
    const { operation, input } = readRequest(service, Buffer.from(text, 'utf8'), DEFAULT_LIMITS);
    const definition = service.operations[operation] as Operation<unknown, object>;
    return {
      operation,
      input: input as object,
      answer: () => outputOf(service, definition, objectOf(response), place),
    };
  } catch (error) {
    if (error instanceof RequestRefused) return undefined;
    throw error;
  }
}

function outputOf(service: Service, operation: Operation<unknown, object>, response: Json, place: string): object {
  try {
    const content = readEnvelope(service, operation, documentOf(response), DEFAULT_LIMITS);
    if (content.kind === 'output') return content.output;
    if (content.kind === 'fault') throw new SoapFaultError(content.fault);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  throw new Error(`${place}.response holds no response of ${operation.name}`);
}

function documentOf({ content, headers }: Json): Uint8Array {
  const { text, encoding } = objectOf(content);
  // A text in HAR is already decoded, independent of the charset in its headers.
  if (encoding !== 'base64') return Buffer.from(typeof text === 'string' ? withoutDeclaration(text) : '', 'utf8');
  const type = (Array.isArray(headers) ? headers : [])
    .map(objectOf)
    .find(({ name }) => typeof name === 'string' && name.toLowerCase() === 'content-type');
  const { charset } = parseContentType(typeof type?.['value'] === 'string' ? type['value'] : undefined);
  return toUtf8(Buffer.from(String(text), 'base64'), charset);
}

/** An XML declaration names the charset of bytes that are not there any more. */
function withoutDeclaration(text: string): string {
  return text.replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '');
}

function objectOf(value: unknown): Json {
  return isObject(value) ? (value as Json) : {};
}
