import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { SoapFaultError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { parseJson } from '../files/json.js';
import { parseContentType } from '../http-message/content-type.js';
import { checkString, entriesOf, invalid, isObject } from '../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../options/table.js';
import { DEFAULT_LIMITS } from '../soap/decoder/limits.js';
import type { Operation, Service } from '../soap/messages/operation.js';
import { RequestRefused, readRequest } from '../soap/messages/request.js';
import { readEnvelope } from '../soap/messages/response.js';
import { toUtf8 } from '../xml/charset.js';
import type { SoapHandlers } from './handlers.js';

const RECORDED_HANDLERS_OPTIONS = {
  /** Names of input parts that are not compared: credentials, the time. Default: all are compared. */
  ignore: withDefault([], (names: readonly string[], path: string) =>
    entriesOf(names, path).map(([each, name]) => checkString(name, each)),
  ),
};

/** Options of {@link recordedHandlers}. */
export interface RecordedHandlersOptions extends OptionsOf<typeof RECORDED_HANDLERS_OPTIONS> {}

/**
 * Creates handlers for `startSoapServer` that respond as recorded in a HAR 1.2 file of a proxy, a browser or a
 * cassette. Entries that are not requests of the service are ignored.
 *
 * A request gets the response to a recorded request of the same operation with equal parts. Several such responses are
 * used in their order, the last one repeatedly. Any other request gets a Fault with the code `Client` that names the
 * parts that differ, without their values.
 *
 * @param service - the constant of the generated `service.ts`
 * @param file - the path of the HAR file
 * @throws ValidationError (as a rejection) if an argument is invalid, or the file is not a HAR file with a call of the
 *   service
 * @throws Error of `node:fs` if the file cannot be read
 *
 * @example
 * ```ts
 * import { type Service } from 'sms-service-client/soap';
 * import { recordedHandlers, startSoapServer } from 'sms-service-client/soap-server';
 *
 * export async function startMock<Operations extends object>(service: Service<Operations>) {
 *   return startSoapServer(service, await recordedHandlers(service, 'calls.har', { ignore: ['password'] }));
 * }
 * ```
 */
export async function recordedHandlers<Operations extends object>(
  service: Service<Operations>,
  file: string,
  options: RecordedHandlersOptions = {},
): Promise<SoapHandlers<Operations>> {
  const { ignore } = readOptions(options, RECORDED_HANDLERS_OPTIONS);
  const calls = await readRecordedCalls(service as unknown as Service, checkString(file, 'file'));
  const handlers = [...new Set(calls.map(({ operation }) => operation))].map((name) => {
    const recorded = calls.filter(({ operation }) => operation === name);
    return [name, answerer(name, recorded, new Set(ignore))];
  });
  return Object.fromEntries(handlers) as SoapHandlers<Operations>;
}

/** The handler of an operation that was recorded. */
function answerer(
  name: string,
  recorded: readonly RecordedCall[],
  ignored: ReadonlySet<string>,
): (input: object) => object {
  const played = new Set<RecordedCall>();
  return (input) => {
    const fitting = recorded.filter((call) => differences(call.input, input, ignored).length === 0);
    const next = fitting.find((call) => !played.has(call)) ?? fitting.at(-1);
    if (next === undefined) {
      const [nearest = []] = recorded.map((call) => differences(call.input, input, ignored)).sort(byLength);
      throw new SoapFaultError({
        faultCode: 'Client',
        faultString: `no recorded request of ${name} has these parts; differences from the nearest one: ${nearest.join(', ')}`,
      });
    }
    played.add(next);
    return next.answer();
  };
}

function byLength(one: readonly string[], other: readonly string[]): number {
  return one.length - other.length;
}

/** The names of the parts in which two inputs differ. */
function differences(recorded: object, input: object, ignored: ReadonlySet<string>): readonly string[] {
  const [one, other] = [recorded, input] as readonly Readonly<Record<string, unknown>>[];
  const names = new Set([...Object.keys(recorded), ...Object.keys(input)]);
  return [...names].filter((name) => !ignored.has(name) && !isDeepStrictEqual(one?.[name], other?.[name]));
}

interface RecordedCall {
  readonly operation: string;
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
async function readRecordedCalls(service: Service, file: string): Promise<readonly RecordedCall[]> {
  const { log } = objectOf(parsed(await readFile(file, 'utf8')));
  const { entries } = objectOf(log);
  if (!Array.isArray(entries)) return invalid('file', 'is not a HAR file: log.entries is missing');
  const calls = entries.flatMap((entry, index) => {
    const call = readCall(service, objectOf(entry), `log.entries[${index}]`);
    return call === undefined ? [] : [call];
  });
  return calls.length > 0 ? calls : invalid('file', `contains no call of ${service.name}`);
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
  throw new Error(`${place}.response contains no response of ${operation.name}`);
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
