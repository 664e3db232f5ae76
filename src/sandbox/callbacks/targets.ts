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

/** The addresses that callbacks go to. */
export class Targets {
  readonly #accounts: AccountBook;
  readonly #own: ReadonlyMap<string, GivenAddresses>;
  readonly #settings: CallbackSettings;
  readonly #allowed: ReadonlySet<string>;

  /** @param own - the addresses of accounts that have their own, by username */
  constructor(accounts: AccountBook, own: ReadonlyMap<string, GivenAddresses>, settings: CallbackSettings) {
    this.#accounts = accounts;
    this.#own = own;
    this.#settings = settings;
    const given = [settings.addresses, ...own.values()].flatMap((addresses) => Object.values(addresses ?? {}));
    const named = given.flatMap((address) => (typeof address === 'string' ? new URL(address).hostname : []));
    this.#allowed = new Set([...settings.allowedHosts, ...named]);
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
      this.#allowed.has(hostname) ||
      this.#allowed.has('*');
    return isAllowed ? this.of(notifyUrl) : { url: notifyUrl, fetch: undefined };
  }

  /** Those of a sub-user are those of its main user. */
  #addressesOf(username: string): GivenAddresses | undefined {
    const account = this.#accounts.get(username);
    const owner = account instanceof SubUserAccount ? account.main.username : username;
    return this.#own.get(owner) ?? this.#settings.addresses;
  }
}

function into(handler: CallbackHandler): Target['fetch'] {
  return (request) => handler.fetch(request, { peer: LOCAL_ADDRESS });
}
