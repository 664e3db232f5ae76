import { createHash } from 'node:crypto';
import { withoutSegment } from '../../../domain/sending/notify-url.js';
import { type AnyEndpoint, EVERYWHERE } from '../../../http-client/description/endpoints.js';
import type { Parameter } from '../../../http-client/description/parts/endpoint.js';
import type { RequestFields } from '../../../http-client/description/request-fields.js';
import { isOwnIdx } from '../../../http-client/requests/own-idx.js';
import type { IncomingFile } from '../../../http-message/multipart/read-multipart.js';

export type ComparedValue = string | number | boolean | readonly string[];

/** The fields of a request by their names on the wire. */
export type ComparedValues = Readonly<Record<string, ComparedValue>>;

/**
 * Returns the values to compare requests of an endpoint. They do not include secrets, an idx that the library
 * generated, the query of `notify_url`, and fields that the description does not define.
 */
export function requestValues({ parameters, selector, answer }: AnyEndpoint, given: RequestFields): ComparedValues {
  const values: Record<string, ComparedValue> = {};
  if (selector?.value !== undefined) values[selector.name] = selector.value;
  for (const parameter of Object.values(parameters)) Object.assign(values, parameterValues(parameter, given));
  const isJson = given.fields.get(EVERYWHERE.format)?.trim().toLowerCase() === 'json';
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

/** The library generates another idx for each request. */
function withoutOwnIdx(value: unknown): ComparedValue | undefined {
  const all = (Array.isArray(value) ? value : [value]).map((one) => String(one).trim());
  const kept = all.map((one) => (isOwnIdx(one) ? '' : one));
  if (kept.every((one) => one === '') && !all.every((one) => one === '')) return undefined;
  return Array.isArray(value) ? kept : kept[0];
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
