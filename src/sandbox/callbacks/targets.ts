import { LOCAL_ADDRESS } from '../../local-server/local-server.js';
import type { AccountBook } from '../gateway/store/account-book.js';
import { SubUserAccount } from '../gateway/store/sub-user-account.js';
import type {
  AddressKind,
  CallbackAddress,
  CallbackHandler,
  CallbackSettings,
  GivenAddresses,
} from '../options/callback-options.js';
import { type CallbackResponse, overSocket } from './over-socket.js';

/** The place that a callback goes to. */
export interface Target {
  readonly url: string;
  /** Sends a request there, with a socket or without; `undefined` for a host that is not allowed. */
  readonly fetch: ((request: Request) => CallbackResponse | Promise<CallbackResponse>) | undefined;
}

/** The address of a handler that was given without one. */
const HANDLER_URL = 'http://callback.test/';

/** 127.0.0.0/8, `::1` and `localhost`, as `URL` writes them. */
const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The addresses of accounts that have their own. */
export interface OwnAddresses {
  addressesOf(username: string): GivenAddresses | undefined;
  addresses(): Iterable<GivenAddresses>;
}

/** The addresses that callbacks go to. */
export class Targets {
  readonly #accounts: AccountBook;
  readonly #own: OwnAddresses;
  readonly #settings: CallbackSettings;

  constructor(accounts: AccountBook, own: OwnAddresses, settings: CallbackSettings) {
    this.#accounts = accounts;
    this.#own = own;
    this.#settings = settings;
  }

  /** The address of an account for a kind of callbacks; `undefined` where it has none. */
  ofAccount(username: string, kind: AddressKind): Target | undefined {
    const addresses = this.#addressesOf(username);
    const address = addresses?.[kind] ?? addresses?.all;
    return address === undefined ? undefined : this.of(address);
  }

  /** An address that the one who set the gateway up has named. */
  of(address: CallbackAddress): Target {
    if (typeof address !== 'string') return { url: HANDLER_URL, fetch: into(address) };
    const handler = this.#settings.handlers.get(new URL(address).host);
    return { url: address, fetch: handler === undefined ? overSocket : into(handler) };
  }

  /** An address that a send has named. */
  ofSend(notifyUrl: string): Target {
    const { host, hostname } = new URL(notifyUrl);
    const isAllowed =
      THIS_MACHINE.test(hostname) ||
      this.#settings.handlers.has(host) ||
      this.#settings.allowedHosts.includes(hostname) ||
      this.#settings.allowedHosts.includes('*') ||
      this.#isNamed(hostname);
    return isAllowed ? this.of(notifyUrl) : { url: notifyUrl, fetch: undefined };
  }

  /** Those of a sub-user are those of its main user. */
  #addressesOf(username: string): GivenAddresses | undefined {
    const account = this.#accounts.get(username);
    const owner = account instanceof SubUserAccount ? account.main.username : username;
    return this.#own.addressesOf(owner) ?? this.#settings.addresses;
  }

  /** Tells whether an address of the options is of a host. */
  #isNamed(hostname: string): boolean {
    for (const addresses of [this.#settings.addresses, ...this.#own.addresses()]) {
      for (const address of Object.values(addresses ?? {})) {
        if (typeof address === 'string' && new URL(address).hostname === hostname) return true;
      }
    }
    return false;
  }
}

function into(handler: CallbackHandler): Target['fetch'] {
  return (request) => handler.fetch(request, { peer: LOCAL_ADDRESS });
}
