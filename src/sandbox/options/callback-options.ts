import { isIP } from 'node:net';
import { checkFilled, checkMethods, checkUrl, checkWhole, entriesOf, invalid, isObject } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';

/**
 * Receives callbacks without a socket. `callbackHandler()` returns one, and so does every framework that uses the Fetch
 * API.
 */
export interface CallbackHandler {
  /**
   * Handles a callback.
   *
   * @param connection - `peer` is the address of the sender, `127.0.0.1`
   */
  fetch(request: Request, connection: { readonly peer: string }): Response | Promise<Response>;
}

/** A callback address: an http or https URL, or a handler in this process. */
export type CallbackAddress = string | CallbackHandler;

const ADDRESS = optional((address: CallbackAddress, path: string) => callbackAddress(address, path));

/** The kinds of addresses, as in the customer panel. */
const ADDRESSES = {
  /** For every kind without its own address. Default: none. */
  all: ADDRESS,
  /** For delivery reports of SMS, MMS and VMS. A `notify_url` of a message takes precedence. */
  reports: ADDRESS,
  /** For incoming SMS. */
  incomingSms: ADDRESS,
  /** For incoming MMS. */
  incomingMms: ADDRESS,
  /** For clicks on short links. */
  clicks: ADDRESS,
  /** For the start of bulk sends. */
  bulk: ADDRESS,
  /** For lookup results. */
  hlr: ADDRESS,
};

/** The callback addresses of an account (specification section 6). A kind without an address is not sent. */
export interface SandboxCallbackAddresses extends OptionsOf<typeof ADDRESSES> {}

export type AddressSettings = OptionValues<typeof ADDRESSES>;

export type AddressKind = Exclude<keyof AddressSettings, 'all'>;

/** Reads the addresses of an account: one for all kinds, or one per kind. */
export function addresses(input: CallbackAddress | SandboxCallbackAddresses, path: string): AddressSettings {
  if (isObject(input) && !('fetch' in input)) return readOptions(input, ADDRESSES, { path });
  return readOptions({ all: callbackAddress(input, path) }, ADDRESSES, { path });
}

export function callbackAddress(address: CallbackAddress, path: string): CallbackAddress {
  return isObject(address) ? checkMethods(address, ['fetch'], path) : checkUrl(address, path);
}

const milliseconds = (value: unknown, path: string): number => checkWhole(value, path, 0);

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

const CALLBACK_OPTIONS = {
  /** The addresses for accounts without their own. Default: none. */
  addresses: optional<CallbackAddress | SandboxCallbackAddresses, AddressSettings>(addresses),
  /**
   * Handlers by the host of an address, with the port if it has one: `{ 'shop.example': handler }`. Callbacks to
   * `https://shop.example/…`, also to a `notify_url`, then go to the handler without a socket. Default: none.
   */
  handlers: withDefault<Readonly<Record<string, CallbackHandler>>, ReadonlyMap<string, CallbackHandler>>(
    new Map(),
    handlersByHost,
  ),
  /**
   * Allowed hosts of a `notify_url`, without a port: `['shop.test']`, or `['*']` for all. The sender chooses this
   * address, so reports to other hosts are not sent; `sent` lists each with the reason. Default: this machine
   * (`localhost`, `127.0.0.0/8`, `::1`), and the hosts in the options.
   */
  allowedHosts: withDefault([], (hosts: readonly string[], path) =>
    entriesOf(hosts, path).map(([each, host]) => (host === '*' ? host : hostName(host, each))),
  ),
  /** The maximum number of delivery reports in a call, 1 to 5 (specification section 6). Default: 5. */
  reportsPerCall: withDefault(5, (value: unknown, path) => checkWhole(value, path, 1, 5)),
  /**
   * The delays before each retry of a call that was not answered with `OK`, in milliseconds by the gateway's clock. The
   * last one repeats. The specification defines none. Default: 1, 5 and 15 minutes, then every hour.
   */
  pausesMs: withDefault([MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS], pauses),
  /** The time after which a call is no longer retried, in milliseconds. Default: 24 hours. */
  giveUpAfterMs: withDefault(24 * HOUR_MS, milliseconds),
  /** The timeout of a response, in milliseconds of real time. Default: 10 seconds. */
  timeoutMs: withDefault(10_000, (value: unknown, path) => checkWhole(value, path, 1)),
  /** The duration of a lookup, in milliseconds. Default: 0. */
  lookupMs: withDefault(0, milliseconds),
};

/** How the embedded gateway sends callbacks (specification section 6). */
export interface SandboxCallbackOptions extends OptionsOf<typeof CALLBACK_OPTIONS> {}

export type CallbackSettings = OptionValues<typeof CALLBACK_OPTIONS>;

export const DEFAULT_CALLBACKS: CallbackSettings = readOptions({}, CALLBACK_OPTIONS);

export function callbackSettings(options: SandboxCallbackOptions, path: string): CallbackSettings {
  return readOptions(options, CALLBACK_OPTIONS, { path });
}

function handlersByHost(
  input: Readonly<Record<string, CallbackHandler>>,
  path: string,
): ReadonlyMap<string, CallbackHandler> {
  if (!isObject(input)) return invalid(path, 'must be an object');
  return new Map(
    Object.entries(input).map(([host, handler]) => {
      const url = urlOfHost(host) ?? invalid(`${path}.${host}`, 'must be a host name or an IP address');
      // An address does not contain the default ports of http and https.
      return [url.host.replace(/:443$/, ''), checkMethods(handler, ['fetch'], `${path}.${host}`)];
    }),
  );
}

/** Checks a host name or address. @returns it as `URL` writes it */
function hostName(host: string, path: string): string {
  const text = checkFilled(host, path);
  const { hostname } =
    urlOfHost(isIP(text) === 6 ? `[${text}]` : text) ?? invalid(path, 'must be a host name or an IP address');
  // `URL` omits the default port of http.
  return /:\d*$/.test(text) && isIP(text) === 0 ? invalid(path, 'must not contain a port') : hostname;
}

function urlOfHost(host: string): URL | undefined {
  return URL.canParse(`http://${host}/`) && !/[/?#@\\]/.test(host) ? new URL(`http://${host}/`) : undefined;
}

function pauses(input: readonly number[], path: string): readonly number[] {
  const read = entriesOf(input, path).map(([each, ms]) => checkWhole(ms, each, 1));
  return read.length === 0 ? invalid(path, 'must not be empty') : read;
}
