import type { CallbackEvent, CallbackFile, CallbackKind, UnknownFields } from '../../callbacks/description/events.js';
import { CALLBACKS, writeCallback } from '../../callbacks/description/kinds.js';
import { readEvents } from '../../callbacks/reading/read-events.js';
import { ValidationError } from '../../errors/errors.js';
import { CallbackError } from '../../errors/incoming-error.js';
import { Problem } from '../../errors/problem.js';
import { FORM, type FormFields, readForm, writeForm } from '../../http-message/form.js';
import type { HttpRequest, ReadRequest } from '../contract/contract.js';
import { NO_ADDRESS } from '../har/har.js';
import type { RecordedRequest } from '../har/recording.js';
import { eventOf, type RecordedEvent, recordedEvent } from './recorded-values.js';

const FOLDER = 'callback/';
const PLACE: string = NO_ADDRESS + FOLDER;

const FILE_FIELD = /^file\[(\d{1,4})\]\.(name|type|base64)$/;

export function isCallback({ url }: Pick<HttpRequest, 'url'>): boolean {
  return url.startsWith(PLACE);
}

export function kindNamed({ url }: Pick<HttpRequest, 'url'>): CallbackKind | undefined {
  const kind = isCallback({ url }) ? url.slice(PLACE.length).replace(/\?.*/s, '') : '';
  return Object.hasOwn(CALLBACKS, kind) ? (kind as CallbackKind) : undefined;
}

export function readReceived(events: readonly [CallbackEvent, ...CallbackEvent[]]): ReadRequest {
  const [{ type }] = events;
  return { operation: type, input: { [type]: events.map(recordedEvent) }, credentials: [] };
}

export function readRequest(request: HttpRequest): ReadRequest {
  const kind = kindNamed(request);
  if (kind === undefined) throw new ValidationError('url', 'is no request: it names no kind of callback');
  try {
    const fields = fieldsOf(request);
    const files = filesOf(fields);
    const [first, ...others] = readEvents(
      fields.filter(([name]) => !FILE_FIELD.test(name)),
      files,
      kind,
    );
    if (first !== undefined) return readReceived([first, ...others]);
  } catch (error) {
    if (!(error instanceof CallbackError || error instanceof Problem)) throw error;
    throw new ValidationError(request.method === 'GET' ? 'url' : 'body', `is no request: ${error.message}`);
  }
  throw new ValidationError('body', 'is no request: it has no event');
}

function fieldsOf({ method, url, body }: HttpRequest): FormFields {
  const mark = url.indexOf('?');
  if (method === 'GET') return mark === -1 ? [] : readForm(Buffer.from(url.slice(mark + 1), 'utf8'));
  return readForm(typeof body === 'string' ? Buffer.from(body, 'utf8') : body);
}

function filesOf(fields: FormFields): readonly CallbackFile[] {
  const found = new Map<string, Map<string, string>>();
  for (const [field, value] of fields) {
    const [, index = '', part = ''] = FILE_FIELD.exec(field) ?? [];
    if (part === '') continue;
    const parts = found.get(index) ?? new Map<string, string>();
    found.set(index, parts.set(part, value));
  }
  return [...found.values()].map((parts) => {
    const bytes = Buffer.from(parts.get('base64') ?? '', 'base64');
    return { name: parts.get('name') ?? '', type: parts.get('type') ?? '', size: bytes.length, bytes };
  });
}

export function writeRequest({ operation, input }: Pick<ReadRequest, 'operation' | 'input'>): RecordedRequest {
  const kind = operation as CallbackKind;
  const [first, ...others] = eventsOf(kind, input);
  // Empty values carry no information.
  const known = [...writeCallback([first, ...others]), ...fileFields(first)].filter(([, value]) => value !== '');
  const unknown = unknownFieldsOf(first).filter(([name]) => !FILE_FIELD.test(name));
  const text = Buffer.from(writeForm([...known, ...unknown])).toString('latin1');
  const target = FOLDER + kind;
  const { method } = CALLBACKS[kind];
  if (method === 'GET') return { method, target: `${target}?${text}`, headers: {} };
  return { method, target, headers: { 'content-type': FORM }, text };
}

export function eventsOf(
  kind: CallbackKind,
  input: ReadRequest['input'],
): readonly [CallbackEvent, ...CallbackEvent[]] {
  // There was at least one event when the callback was read.
  const events = (input[kind] as readonly RecordedEvent[]).map((recorded) => eventOf(kind, recorded));
  return events as unknown as [CallbackEvent, ...CallbackEvent[]];
}

export function unknownFieldsOf({ unknownFields }: { readonly unknownFields: UnknownFields }): FormFields {
  return Object.entries(unknownFields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
}

function fileFields(event: CallbackEvent): FormFields {
  if (event.type !== 'incoming-mms') return [];
  return event.files.flatMap(({ name, type, bytes = new Uint8Array() }, index) => [
    [`file[${index}].name`, name] as const,
    [`file[${index}].type`, type] as const,
    [`file[${index}].base64`, Buffer.from(bytes).toString('base64')] as const,
  ]);
}
