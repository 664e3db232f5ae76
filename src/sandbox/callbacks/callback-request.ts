import type { CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import { abortableRequest } from '../../http-message/abortable-request.js';
import type { FormFields } from '../../http-message/form.js';

/** A file of an MMS, on its way to a program. */
export interface SentFile {
  /** The name of its part. */
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A callback as it is written, the same each time that it is sent. */
export interface WrittenCallback {
  readonly kind: CallbackKind;
  readonly fields: FormFields;
  readonly files: readonly SentFile[];
}

/**
 * Makes the request of a callback: its fields stand in the query, behind the one of the address, or in the body.
 *
 * @param keepsQuery - whether the address keeps the query that it has of its own
 */
export function callbackRequest(
  { kind, fields, files }: WrittenCallback,
  address: string,
  keepsQuery: boolean,
  signal: AbortSignal,
): Request {
  const { method, hasFiles } = CALLBACKS[kind];
  const url = new URL(address);
  url.hash = '';
  if (!keepsQuery) url.search = '';
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  const request = { method, signal, redirect: 'manual' } as const;
  if (method === 'GET') {
    // What the address has of its own stays byte for byte.
    url.search = url.search === '' ? form.toString() : `${url.search}&${form.toString()}`;
    return abortableRequest(url, request);
  }
  return abortableRequest(url, { ...request, body: hasFiles ? multipart(fields, files) : form });
}

function multipart(fields: FormFields, files: readonly SentFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const { field, name, type, bytes } of files) form.append(field, new File([bytes], name, { type }));
  return form;
}
