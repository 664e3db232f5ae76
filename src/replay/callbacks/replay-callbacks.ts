import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackEvent, CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import { writeCallback } from '../../callbacks/description/write-callback.js';
import { checkNotifyKey, signedNotifyUrl } from '../../domain/notify-url/signed-notify-url.js';
import { abortableRequest } from '../../http-message/abortable-request.js';
import { FORM, type FormFields, writeForm } from '../../http-message/form.js';
import { checkFunction, checkOneOf, checkPositive, checkUrl, entriesOf, invalid } from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import { timerMs } from '../../transport/wait.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath, isPath } from '../file/check-path.js';
import { eventsOf, unknownFieldsOf } from './recorded-request.js';

/** A handler of callbacks, as `callbackHandler` makes them. */
export interface FetchHandler {
  fetch(request: Request, context?: { readonly peer?: string }): Response | Promise<Response>;
}

const KINDS = Object.keys(CALLBACKS) as readonly CallbackKind[];

const OPTIONS = {
  /**
   * The address of the program, with its secret where it wants one, or its handler: that is called in this process, as
   * if the callbacks came from 127.0.0.1.
   */
  to: required<string | FetchHandler>((to, path) =>
    typeof to === 'string' ? checkUrl(to, path) : (checkFunction(to?.fetch, `${path}.fetch`), to),
  ),
  /**
   * The address that a handler in this process sees: with its secret in the path or query, where it wants one; nothing
   * is sent there. Default: `http://127.0.0.1/`.
   */
  address: withDefault('http://127.0.0.1/', checkUrl),
  /** The kinds that are sent. Default: all. */
  kinds: withDefault<readonly CallbackKind[]>(KINDS, (kinds, path) =>
    entriesOf(kinds, path).map(([each, kind]) => checkOneOf(kind, KINDS, each)),
  ),
  /** Signs the addresses of reports with the key that the handler has as its `notifyKey`. Default: not signed. */
  notifyKey: optional(checkNotifyKey),
  /** The pauses between them: `'none'` (default), or as they were `'recorded'`. */
  pauses: withDefault<'none' | 'recorded', 'none' | 'recorded'>('none', (pauses, path) =>
    checkOneOf(pauses, ['none', 'recorded'], path),
  ),
  /**
   * The time in which each is to be answered, in milliseconds; what has no answer then counts as not `OK`. `Infinity`
   * stands for no limit. Default: 30,000.
   */
  timeoutMs: withDefault(30_000, checkPositive),
};

/** Options of `replayCallbacks`. */
export interface ReplayCallbacksOptions extends OptionsOf<typeof OPTIONS> {}

/** A callback that was sent again. */
export interface ReplayedCallback {
  readonly kind: CallbackKind;
  /** When it was recorded. */
  readonly recordedAt: Date;
  /** The status of HTTP that it was answered with; 0 where no answer came. */
  readonly status: number;
  /** True where the answer was exactly `OK`: the service would not repeat it (specification section 6). */
  readonly isOk: boolean;
}

interface ToSend {
  readonly kind: CallbackKind;
  readonly events: readonly [CallbackEvent, ...CallbackEvent[]];
  readonly startedAtMs: number;
}

/** Sends recorded callbacks again. */
export async function sendRecorded(
  contracts: Contracts,
  cassette: string | URL | { readonly file: string },
  options: ReplayCallbacksOptions,
): Promise<readonly ReplayedCallback[]> {
  const values = readOptions(options, OPTIONS);
  const file = checkPath(isPath(cassette) ? cassette : cassette?.file, 'cassette');
  const replayed: ReplayedCallback[] = [];
  let before: ToSend | undefined;
  for (const next of recordedIn(contracts, file, values.kinds)) {
    if (values.pauses === 'recorded' && before !== undefined) {
      await sleep(timerMs(next.startedAtMs - before.startedAtMs));
    }
    before = next;
    const answer = await answerTo(next, values);
    replayed.push({ kind: next.kind, recordedAt: new Date(next.startedAtMs), ...answer });
  }
  return replayed;
}

/** The callbacks of a cassette, in the order in which they came. */
function recordedIn(contracts: Contracts, file: string, kinds: readonly CallbackKind[]): readonly ToSend[] {
  if (!existsSync(file)) return invalid('cassette', `does not exist: ${file}`);
  const found = new CassetteFile(file, contracts).read(true).flatMap(({ request, recording: { startedAtMs } }) => {
    const kind = request.operation as CallbackKind;
    if (request.contract.isIncoming !== true || !kinds.includes(kind)) return [];
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
  // A handler in this process may pass over the signal.
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

/** A report of one message gets the address that its send would have had; others stay as they are. */
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
