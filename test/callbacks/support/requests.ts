import type { CallbackLimitOptions } from '../../../src/callbacks/body/limits.js';
import { readLimits } from '../../../src/callbacks/body/limits.js';
import type { ReadingSettings } from '../../../src/callbacks/reading/arrived.js';
import type { CallbackRequest } from '../../../src/callbacks/reading/parse-callback.js';
import { CallbackError } from '../../../src/errors/incoming-error.js';

/** The fields of a callback, in their order. */
export type Fields = readonly (readonly [name: string, value: string])[] | Readonly<Record<string, string>>;

const FORM = 'application/x-www-form-urlencoded';

function written(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value);
  return form.toString();
}

/** A callback by GET. */
export function get(fields: Fields, own: string = ''): CallbackRequest {
  return { method: 'GET', url: `/callback?${own}${written(fields)}` };
}

/** A callback by POST, as a form. */
export function post(fields: Fields, query: string = ''): CallbackRequest {
  return { method: 'POST', url: `/callback${query}`, headers: { 'content-type': FORM }, body: written(fields) };
}

/** A body of a form, as it is written here. */
export function form(body: CallbackRequest['body'], contentType: string = FORM): CallbackRequest {
  return { method: 'POST', url: '/callback', headers: { 'content-type': contentType }, body };
}

/** A part of a form with files, as it is sent. */
export interface RawPart {
  /** Behind `form-data; `. */
  readonly disposition: string;
  readonly heads?: readonly string[];
  readonly content: string | Uint8Array;
}

export const BOUNDARY = 'limit-7';

/** The bytes of a form with files. */
export function multipartBytes(parts: readonly RawPart[], boundary: string = BOUNDARY): Buffer {
  const pieces = parts.flatMap(({ disposition, heads = [], content }) => [
    `--${boundary}\r\n${[`Content-Disposition: form-data; ${disposition}`, ...heads].join('\r\n')}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
}

/** A text field of such a form. */
export function textPart(name: string, value: string): RawPart {
  return { disposition: `name="${name}"`, content: value };
}

/** A callback by POST, as a form with files. */
export function multipart(parts: readonly RawPart[], more: Partial<CallbackRequest> = {}): CallbackRequest {
  return form(more.body ?? multipartBytes(parts), `multipart/form-data; boundary=${BOUNDARY}`);
}

/** The fields of an MMS that came in. */
export const MMS: readonly RawPart[] = [
  textPart('mms_to', '48500100200'),
  textPart('mms_from', '48600100200'),
  textPart('mms_subject', 'Zażółć'),
  textPart('mms_date', '1800000000'),
];

/** Bytes in pieces of a length. */
export async function* inPieces(bytes: Uint8Array, length: number = 1): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

/** The default settings of a test for reading requests. */
export function settingsOf(
  given: Partial<Omit<ReadingSettings, 'limits'>> & { readonly limits?: CallbackLimitOptions } = {},
): ReadingSettings {
  const { limits = {}, ...others } = given;
  const defaults = { kind: undefined, filesFolder: undefined, ownParameters: new Set<string>() };
  return {
    ...defaults,
    getSignal: () => new AbortController().signal,
    ...others,
    limits: readLimits(limits, 'limits'),
  };
}

/** The field and the reason of the error that a request is refused with. */
export async function refusalOf(read: Promise<unknown>): Promise<readonly [field: string, message: string]> {
  const error: unknown = await read.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallbackError)) throw new Error('is not refused with a CallbackError', { cause: error });
  return [error.field, error.message];
}
