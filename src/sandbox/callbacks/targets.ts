import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { LOCAL_ADDRESS } from '../../local-server/local-server.js';
import { timerMs } from '../../transport/time-limits.js';
import { type AccountBook, SubUserAccount } from '../gateway/store/sub-user-account.js';
import type {
  AddressKind,
  AddressSettings,
  CallbackAddress,
  CallbackHandler,
  CallbackSettings,
} from '../options/callback-options.js';

export interface Target {
  readonly url: string;
  /** Sends a request to it; `undefined` if the host is not allowed. */
  readonly send: SendRequest | undefined;
}

const HANDLER_URL = 'http://callback.test/';

/** 127.0.0.0/8, `::1` and `localhost`, as `URL` writes them. */
const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export interface AccountAddresses {
  addressesOf(username: string): AddressSettings | undefined;
  addresses(): Iterable<AddressSettings>;
}

export class Targets {
  readonly #accounts: AccountBook;
  readonly #addresses: AccountAddresses;
  readonly #settings: CallbackSettings;

  constructor(accounts: AccountBook, addresses: AccountAddresses, settings: CallbackSettings) {
    this.#accounts = accounts;
    this.#addresses = addresses;
    this.#settings = settings;
  }

  ofAccount(username: string, kind: AddressKind): Target | undefined {
    const account = this.#accounts.get(username);
    const owner = account instanceof SubUserAccount ? account.main.username : username;
    const addresses = this.#addresses.addressesOf(owner) ?? this.#settings.addresses;
    const address = addresses?.[kind] ?? addresses?.all;
    return address === undefined ? undefined : this.of(address);
  }

  of(address: CallbackAddress): Target {
    if (typeof address !== 'string') return { url: HANDLER_URL, send: toHandler(address) };
    const handler = this.#settings.handlers.get(new URL(address).host);
    return { url: address, send: handler === undefined ? overSocket : toHandler(handler) };
  }

  ofMessage(notifyUrl: string): Target {
    const { host, hostname } = new URL(notifyUrl);
    const { handlers, allowedHosts } = this.#settings;
    const isAllowed =
      THIS_MACHINE.test(hostname) ||
      handlers.has(host) ||
      allowedHosts.includes(hostname) ||
      allowedHosts.includes('*') ||
      this.#isInOptions(hostname);
    return isAllowed ? this.of(notifyUrl) : { url: notifyUrl, send: undefined };
  }

  #isInOptions(hostname: string): boolean {
    const all: readonly (AddressSettings | undefined)[] = [this.#settings.addresses, ...this.#addresses.addresses()];
    return all
      .flatMap((addresses) => Object.values(addresses ?? {}))
      .some((address) => typeof address === 'string' && new URL(address).hostname === hostname);
  }
}

function toHandler(handler: CallbackHandler): SendRequest {
  return (request) => handler.fetch(request, { peer: LOCAL_ADDRESS });
}

interface CallbackResponse {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export type SendRequest = (request: Request) => CallbackResponse | Promise<CallbackResponse>;

export interface CallbackAnswer {
  readonly status: number | null;
  readonly problem: string | null;
}

/** Sends a request and reads its response, which must be exactly `OK` with status 200. Redirects are not followed. */
export async function exchange(
  send: SendRequest | undefined,
  make: () => Request,
  timeoutMs: number,
  ending: AbortController,
): Promise<CallbackAnswer> {
  if (send === undefined) return { status: null, problem: 'The host is not in allowedHosts: nothing was sent' };
  const ended = new Promise<CallbackAnswer>((resolve) => {
    const end = (): void => resolve({ status: null, problem: 'No response in time' });
    ending.signal.addEventListener('abort', end, { once: true });
  });
  const timer = setTimeout(() => ending.abort(), timerMs(timeoutMs));
  try {
    return await Promise.race([answerTo(send, make), ended]);
  } finally {
    clearTimeout(timer);
    // Do not read the rest of a response that is too long.
    ending.abort();
  }
}

async function answerTo(send: SendRequest, make: () => Request): Promise<CallbackAnswer> {
  let status: number | null = null;
  try {
    const response = await send(make());
    status = response.status;
    if (status !== 200) return { status, problem: `The status is ${status}` };
    return { status, problem: (await isOk(response.body)) ? null : 'The response is not exactly OK' };
  } catch {
    // The message may come from a handler or contain the address.
    return {
      status,
      problem: status === null ? 'No response: the connection or the handler failed' : 'The response is incomplete',
    };
  }
}

const OK = Buffer.from('OK', 'latin1');

async function isOk(body: AsyncIterable<Uint8Array> | null): Promise<boolean> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > OK.length) return false;
  }
  return Buffer.concat(pieces).equals(OK);
}

/**
 * Sends a request over a new connection, which is closed after the response or when the request's signal is aborted.
 * The global `fetch` is not used: after an abort it opens another keep-alive connection, and it refuses some ports.
 */
async function overSocket(request: Request): Promise<CallbackResponse> {
  const { method, url, headers, signal } = request;
  const body = request.body === null ? undefined : await buffer(request.body);
  const { request: open } = url.startsWith('https:') ? https : http;
  const fields = Object.fromEntries(headers);
  const sent = open(url, {
    method,
    signal,
    agent: false,
    headers: body ? { ...fields, 'content-length': body.length } : fields,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  // Errors after the head are reported to the reader of the body, or ignored.
  sent.on('error', () => undefined);
  return { status: response.statusCode ?? 0, body: response };
}
