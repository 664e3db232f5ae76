import type { CallbackEvent, CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS, writeCallback } from '../../callbacks/description/kinds.js';
import { abortableRequest } from '../../http-message/abortable-request.js';
import type { FormFields } from '../../http-message/form.js';
import type { Target } from './targets.js';

export interface SentFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface OutgoingEvent {
  readonly kind: CallbackKind;
  readonly username: string;
  readonly target: Target;
  readonly files?: readonly SentFile[];
  /** Creates the event when it is sent; `undefined` if there is nothing to send. */
  make(): CallbackEvent | undefined;
}

export interface CallbackCall {
  readonly kind: CallbackKind;
  readonly fields: FormFields;
  readonly files: readonly SentFile[];
  readonly username: string;
  readonly messageIds: readonly string[];
  readonly target: Target;
  firstAtMs: number | undefined;
  attempts: number;
}

interface Batch {
  readonly first: OutgoingEvent;
  readonly events: CallbackEvent[];
  readonly messageIds: Set<string>;
}

/**
 * Groups events into calls, in their order. Delivery reports of the same kind, account and address share a call if each
 * is about another message. Every other event has a separate call.
 */
export function callsOf(
  outgoing: readonly OutgoingEvent[],
  reportsPerCall: number,
  failed: (error: unknown) => void,
): CallbackCall[] {
  const batches: Batch[] = [];
  const open = new Map<string, Batch>();
  for (const one of outgoing) {
    const event = makeEvent(one, failed);
    if (event === undefined) continue;
    const key = JSON.stringify([one.kind, one.username, one.target.url]);
    const ids = messageIdsOf(event);
    const batch = open.get(key);
    if (batch !== undefined && batch.events.length < reportsPerCall && !ids.some((id) => batch.messageIds.has(id))) {
      batch.events.push(event);
      for (const id of ids) batch.messageIds.add(id);
      continue;
    }
    const next = { first: one, events: [event], messageIds: new Set(ids) };
    batches.push(next);
    if (one.kind.endsWith('-report')) open.set(key, next);
  }
  return batches.map(({ first: { kind, username, target, files = [] }, events, messageIds }) => {
    const fields = writeCallback(events as [CallbackEvent, ...CallbackEvent[]]);
    return newCall({ kind, fields, files, username, messageIds: [...messageIds], target });
  });
}

type CallContents = Omit<CallbackCall, 'firstAtMs' | 'attempts'>;

function newCall(contents: CallContents): CallbackCall {
  return { ...contents, firstAtMs: undefined, attempts: 0 };
}

export function probeCall(kind: CallbackKind, target: Target): CallbackCall {
  const fields = Object.values(CALLBACKS[kind].fields).map(({ name }) => [name, ''] as const);
  return newCall({ kind, fields, files: [], username: '', messageIds: [], target });
}

function makeEvent(one: OutgoingEvent, failed: (error: unknown) => void): CallbackEvent | undefined {
  try {
    return one.make();
  } catch (error) {
    failed(error);
    return undefined;
  }
}

function messageIdsOf(event: CallbackEvent): readonly string[] {
  return 'messageId' in event && event.messageId !== null ? [event.messageId] : [];
}

export function callbackRequest({ kind, fields, files, target }: CallbackCall, signal: AbortSignal): Request {
  const { method, hasFiles } = CALLBACKS[kind];
  const url = new URL(target.url);
  url.hash = '';
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  const request = { method, signal, redirect: 'manual' } as const;
  if (method === 'GET') {
    // The query of the address is kept byte for byte.
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
