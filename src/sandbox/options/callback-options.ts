import { isIP } from 'node:net';
import {
  checkBoolean,
  checkFilled,
  checkMethods,
  checkUrl,
  checkWhole,
  entriesOf,
  invalid,
  isObject,
} from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';

/** Takes callbacks without a socket: `callbackHandler()` gives one, and so does every framework of the Fetch API. */
export interface CallbackHandler {
  /**
   * Answers a callback.
   *
   * @param connection - `peer` is the address that it comes from, `127.0.0.1`
   */
  fetch(request: Request, connection: { readonly peer: string }): Response | Promise<Response>;
}

/** An address for callbacks: one of http or https, or a handler in this process. */
export type CallbackAddress = string | CallbackHandler;

const ADDRESS = optional((address: CallbackAddress, path: string) => callbackAddress(address, path));

/** The kinds of addresses that can be set, as the customer panel has them. */
const ADDRESSES = {
  /** For every kind that has none of its own. Default: none. */
  all: ADDRESS,
  /** For delivery reports of SMS, MMS and VMS; a `notify_url` of a message comes before it. */
  reports: ADDRESS,
  /** For SMS that come in. */
  incomingSms: ADDRESS,
  /** For MMS that come in. */
  incomingMms: ADDRESS,
  /** For clicks on short links. */
  clicks: ADDRESS,
  /** For bulk sends that begin. */
  bulk: ADDRESS,
  /** For results of lookups. */
  hlr: ADDRESS,
};

/** The addresses of an account for callbacks (specification section 6); a kind without one is not sent. */
export interface SandboxCallbackAddresses extends OptionsOf<typeof ADDRESSES> {}

/** The same, checked. */
export type GivenAddresses = OptionValues<typeof ADDRESSES>;

/** A kind of address. */
export type AddressKind = Exclude<keyof GivenAddresses, 'all'>;

/** Reads the addresses of an account: one for all kinds, or one for each. */
export function addresses(given: CallbackAddress | SandboxCallbackAddresses, path: string): GivenAddresses {
  if (isObject(given) && !('fetch' in given)) return readOptions(given, ADDRESSES, { path });
  return readOptions({ all: callbackAddress(given, path) }, ADDRESSES, { path });
}

/** Checks an address. */
export function callbackAddress(address: CallbackAddress, path: string): CallbackAddress {
  return isObject(address) ? checkMethods(address, ['fetch'], path) : checkUrl(address, path);
}

const share = (value: unknown, path: string): number =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : invalid(path, 'is not a number from 0 to 1');

const milliseconds = (value: unknown, path: string): number => checkWhole(value, path, 0);

const DISORDER = {
  /** A whole number; the same one makes the same disorder of the same events. */
  seed: required((value: number, path: string) => checkWhole(value, path, 0)),
  /** The share of the calls that come a second time after they were answered with `OK`, 0 to 1. Default: 0. */
  twice: withDefault(0, share),
  /** The share of the events that come late, 0 to 1. Default: 0. */
  late: withDefault(0, share),
  /** The most that they are late, and second ones come after the first, in milliseconds. Default: a minute. */
  lateMs: withDefault(60_000, milliseconds),
  /** Sends what is due together in any order. Default: `false`. */
  shuffled: withDefault(false, checkBoolean),
};

/** The disorder in which callbacks come. */
export interface SandboxDisorder extends OptionsOf<typeof DISORDER> {}

/** The same, checked. */
export type Disorder = OptionValues<typeof DISORDER>;

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

const CALLBACK_OPTIONS = {
  /** The addresses of all accounts that have none of their own. Default: none. */
  addresses: optional<CallbackAddress | SandboxCallbackAddresses, GivenAddresses>(addresses),
  /**
   * Handlers by the host of an address, with its port where it names one: `{ 'shop.example': handler }`. Callbacks to
   * `https://shop.example/…`, also those to a `notify_url`, go to it without a socket. Default: none.
   */
  handlers: withDefault<Readonly<Record<string, CallbackHandler>>, ReadonlyMap<string, CallbackHandler>>(
    new Map(),
    handlersByHost,
  ),
  /**
   * Hosts that a `notify_url` may name, without a port: `['shop.test']`, or `['*']` for all. It comes from whoever
   * sends, so reports to any other host are not sent; `sent` shows each with the reason. Default: this machine
   * (`localhost`, `127.0.0.0/8`, `::1`), and the hosts that the options name.
   */
  allowedHosts: withDefault([], (hosts: readonly string[], path) =>
    entriesOf(hosts, path).map(([each, host]) => (host === '*' ? host : hostName(host, each))),
  ),
  /** The most delivery reports in a call, 1 to 5 (specification section 6). Default: 5. */
  reportsPerCall: withDefault(5, (value: unknown, path) => checkWhole(value, path, 1, 5)),
  /**
   * The pauses before a call is repeated that was not answered with `OK`, in milliseconds by the gateway's clock; the
   * last one again and again. The specification shows none. Default: 1, 5, 15 minutes, then each hour.
   */
  pausesMs: withDefault([MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS], pauses),
  /** The time after which a call is not repeated any more, in milliseconds. Default: 24 hours. */
  giveUpAfterMs: withDefault(24 * HOUR_MS, milliseconds),
  /** The time for an answer in milliseconds, of real time. Default: 10 seconds. */
  timeoutMs: withDefault(10_000, (value: unknown, path) => checkWhole(value, path, 1)),
  /** The most calls at once, 1 to 1,000. With more than one they arrive in any order. Default: 1. */
  atOnce: withDefault(1, (value: unknown, path) => checkWhole(value, path, 1, 1000)),
  /** Keeps the query that an address has of its own. Default: `true`. */
  keepsQuery: withDefault(true, checkBoolean),
  /** The time that a lookup takes, in milliseconds. Default: 0. */
  lookupMs: withDefault(0, milliseconds),
  /** Sends callbacks twice, late and in any order. Default: each once, in the order in which things happened. */
  disorder: optional<SandboxDisorder, Disorder>((given, path) => readOptions(given, DISORDER, { path })),
};

/** How the embedded gateway sends callbacks (specification section 6). */
export interface SandboxCallbackOptions extends OptionsOf<typeof CALLBACK_OPTIONS> {}

/** The same, checked and with their defaults. */
export type CallbackSettings = OptionValues<typeof CALLBACK_OPTIONS>;

/** All defaults. */
export const DEFAULT_CALLBACKS: CallbackSettings = readOptions({}, CALLBACK_OPTIONS);

/** Reads them. */
export function callbackSettings(given: SandboxCallbackOptions, path: string): CallbackSettings {
  return readOptions(given, CALLBACK_OPTIONS, { path });
}

function handlersByHost(
  given: Readonly<Record<string, CallbackHandler>>,
  path: string,
): ReadonlyMap<string, CallbackHandler> {
  if (!isObject(given)) return invalid(path, 'is not an object');
  return new Map(
    Object.entries(given).map(([host, handler]) => {
      const url = urlOfHost(host) ?? invalid(`${path}.${host}`, 'is no host');
      // Addresses do not name the ports that stand for http and https.
      return [url.host.replace(/:443$/, ''), checkMethods(handler, ['fetch'], `${path}.${host}`)];
    }),
  );
}

/** Checks the name or address of a host. @returns it as `URL` writes it */
function hostName(host: string, path: string): string {
  const given = checkFilled(host, path);
  const { hostname } = urlOfHost(isIP(given) === 6 ? `[${given}]` : given) ?? invalid(path, 'is no host');
  // `URL` leaves out that of http.
  return /:\d*$/.test(given) && isIP(given) === 0
    ? invalid(path, 'names a port: hosts stand without a port')
    : hostname;
}

/** The address of a host, with its port where it names one; `undefined` for anything else. */
function urlOfHost(host: string): URL | undefined {
  return URL.canParse(`http://${host}/`) && !/[/?#@\\]/.test(host) ? new URL(`http://${host}/`) : undefined;
}

function pauses(given: readonly number[], path: string): readonly number[] {
  const read = entriesOf(given, path).map(([each, ms]) => checkWhole(ms, each, 1));
  return read.length === 0 ? invalid(path, 'is an empty list') : read;
}
