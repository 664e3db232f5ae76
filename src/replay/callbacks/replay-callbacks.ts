import { existsSync } from 'node:fs';
import type { CallbackEvent, CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS, writeCallback } from '../../callbacks/description/kinds.js';
import { checkNotifyKey, signedNotifyUrl } from '../../domain/sending/notify-url.js';
import { abortableRequest } from '../../http-message/abortable-request.js';
import { FORM, type FormFields, writeForm } from '../../http-message/form.js';
import { checkFunction, checkPositive, checkUrl, invalid } from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import { timerMs } from '../../transport/time-limits.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath, isPath } from '../file/check-path.js';
import { eventsOf, unknownFieldsOf } from './recorded-request.js';

/** A handler of callbacks, as returned by `callbackHandler`. */
export interface FetchHandler {
  fetch(request: Request, context?: { readonly peer?: string }): Response | Promise<Response>;
}

const OPTIONS = {
  /**
   * The target. The address of the program, including its secret if it requires one; or its handler, which is called in
   * this process as if the callbacks came from 127.0.0.1.
   */
  to: required<string | FetchHandler>((to, path) =>
    typeof to === 'string' ? checkUrl(to, path) : (checkFunction(to?.fetch, `${path}.fetch`), to),
  ),
  /**
   * The request address that a handler in this process sees. If it requires a secret, include it in the path or query.
   * Nothing is sent there. Default: `http://127.0.0.1/`.
   */
  address: withDefault('http://127.0.0.1/', checkUrl),
  /** Signs the addresses of reports with this key, which the handler has as its `notifyKey`. Default: not signed. */
  notifyKey: optional(checkNotifyKey),
  /**
   * Timeout for each response, in milliseconds. A callback without a response in time counts as not `OK`. `Infinity`
   * means no limit. Default: 30,000.
   */
  timeoutMs: withDefault(30_000, checkPositive),
};

/** Options of `replayCallbacks`. */
export interface ReplayCallbacksOptions extends OptionsOf<typeof OPTIONS> {}

/** A callback that was sent again. */
export interface ReplayedCallback {
  readonly kind: CallbackKind;
  /** The time of the recording. */
  readonly recordedAt: Date;
  /** The HTTP status of the response; 0 if there was none. */
  readonly status: number;
  /** True if the response was exactly `OK`: the service would not repeat the callback (specification section 6). */
  readonly isOk: boolean;
}

interface ToSend {
  readonly kind: CallbackKind;
  readonly events: readonly [CallbackEvent, ...CallbackEvent[]];
  readonly startedAtMs: number;
}

export async function sendRecorded(
  contracts: Contracts,
  cassette: string | URL | { readonly file: string },
  options: ReplayCallbacksOptions,
): Promise<readonly ReplayedCallback[]> {
  const values = readOptions(options, OPTIONS);
  const file = checkPath(isPath(cassette) ? cassette : cassette?.file, 'cassette');
  const replayed: ReplayedCallback[] = [];
  for (const next of recordedIn(contracts, file)) {
    const answer = await answerTo(next, values);
    replayed.push({ kind: next.kind, recordedAt: new Date(next.startedAtMs), ...answer });
  }
  return replayed;
}

function recordedIn(contracts: Contracts, file: string): readonly ToSend[] {
  if (!existsSync(file)) return invalid('cassette', `does not exist: ${file}`);
  const found = new CassetteFile(file, contracts).read(true).flatMap(({ request, recording: { startedAtMs } }) => {
    if (request.contract.isIncoming !== true) return [];
    const kind = request.operation as CallbackKind;
    return [{ kind, events: eventsOf(kind, request.input), startedAtMs }];
  });
  return found.sort((one, other) => one.startedAtMs - other.startedAtMs);
}

async function answerTo(
  callback: ToSend,
  { to, address, notifyKey, timeoutMs }: OptionValues<typeof OPTIONS>,
): Promise<Pick<ReplayedCallback, 'status' | 'isOk'>> {
  const url = typeof to === 'string' ? to : address;
  const ending = new AbortController();
  const request = requestOf(callback, notifyKey === undefined ? url : signed(url, callback, notifyKey), ending.signal);
  const answered = async (): Promise<Pick<ReplayedCallback, 'status' | 'isOk'>> => {
    const response = typeof to === 'string' ? await fetch(request) : await to.fetch(request, { peer: '127.0.0.1' });
    const text = await response.text();
    return { status: response.status, isOk: response.status === 200 && text === 'OK' };
  };
  const none = { status: 0, isOk: false };
  let timer: NodeJS.Timeout | undefined;
  // A handler in this process may ignore the signal.
  const up = new Promise<typeof none>((resolve) => {
    if (timeoutMs !== Number.POSITIVE_INFINITY) timer = setTimeout(() => resolve(none), timerMs(timeoutMs));
  });
  try {
    return await Promise.race([answered(), up]);
  } catch {
    return none;
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** Signs the address of a report about one message, as its send would have done. Other addresses stay unchanged. */
function signed(address: string, { events: [event, ...others] }: ToSend, key: string): string {
  if (!('idx' in event) || !('to' in event) || event.idx === null || event.to === null) return address;
  const { idx, to } = event;
  if (!others.every((other) => 'idx' in other && other.idx === idx && 'to' in other && other.to === to)) return address;
  const expiresAt = new Date(Date.now() + 3_600_000);
  return signedNotifyUrl(address, { key, idx, to, expiresAt });
}

function requestOf({ kind, events }: ToSend, address: string, signal: AbortSignal): Request {
  const { method, hasFiles } = CALLBACKS[kind];
  const [first] = events;
  const fields: FormFields = [...writeCallback(events), ...unknownFieldsOf(first)];
  const redirect = 'manual';
  if (method === 'GET') {
    const url = new URL(address);
    const added = Buffer.from(writeForm(fields)).toString('latin1');
    url.search = url.search === '' ? added : `${url.search}&${added}`;
    return abortableRequest(url, { signal, redirect });
  }
  if (!hasFiles) {
    const body = Buffer.from(writeForm(fields));
    return abortableRequest(address, { method, headers: { 'content-type': FORM }, body, signal, redirect });
  }
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const files = first.type === 'incoming-mms' ? first.files : [];
  for (const [index, { name, type, bytes = new Uint8Array() }] of files.entries()) {
    form.append(`file${index}`, new Blob([Uint8Array.from(bytes)], { type }), name);
  }
  return abortableRequest(address, { method, body: form, signal, redirect });
}
