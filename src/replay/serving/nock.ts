import type nockModule from 'nock';
import { targetOf } from '../../local-server/messages.js';
import { type AsyncDisposal, asyncDisposal } from '../../options/async-disposal.js';
import { checkUrl } from '../../options/check.js';
import { loadPeer } from '../../options/load-peer.js';
import { type OptionsOf, optional, readOptions } from '../../options/table.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import type { ContractDescription } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import { type CassetteInput, openToPlay } from './open-cassette.js';
import { type Reply, replyTo, type ServedRequest, systemCodeOf } from './serve.js';

type Nock = typeof nockModule;

/**
 * Loads nock. This is the only place, so that nock stays an optional dependency.
 *
 * @throws ValidationError if nock is not
 * installed, or too old
 */
export function loadNock(require?: (name: string) => unknown): Nock {
  const peer = { name: 'nock', oldest: '14', neededBy: 'replayWithNock()' } as const;
  const loaded = loadPeer(peer, require) as Nock | { readonly default: Nock };
  // Since version 15 nock is an ES module.
  return 'default' in loaded ? loaded.default : loaded;
}

const OPTIONS = {
  /**
   * The address of the gateway. Only requests to it are replayed, and your own interceptors stay in place. Default:
   * requests to all addresses are replayed, and all other nock interceptors are removed.
   */
  url: optional(checkUrl),
};

/** Options of `replayWithNock`. */
export interface NockReplayOptions extends OptionsOf<typeof OPTIONS> {}

/** A cassette that is replayed through nock. */
export interface NockReplay extends AsyncDisposal {
  /**
   * Ends the replay, and allows connections again.
   *
   * @throws ReplayMissError like the `close()` of the cassette or track, if it was opened by this call
   */
  close(): Promise<void>;
}

const NOT_RECORDED = { why: 'nock cannot record', advice: 'To record it, use startRecordingProxy().' };

export function playThroughNock(
  contracts: Contracts,
  cassette: CassetteInput,
  options: NockReplayOptions,
  load: () => unknown = loadNock,
): NockReplay {
  const { url } = readOptions(options, OPTIONS);
  const address = url === undefined ? undefined : new URL(url);
  const nock = load() as typeof nockModule;
  const { tape, close } = openToPlay(contracts, cassette);
  const isHere = (uri: string): boolean => {
    const { path } = targetOf(uri);
    if (address === undefined || path === address.pathname) return true;
    const { pathname } = address;
    return contracts.haveManyAddresses && path.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`);
  };
  // nock does not find interceptors for all addresses if there are interceptors for one, even if these are used up.
  if (address === undefined) nock.cleanAll();
  const scope = nock(address?.origin ?? /.*/).persist();
  const descriptions = scope.get((uri) => isHere(uri) && contracts.description(targetOf(uri).query) !== undefined);
  descriptions.reply(
    replying(async ({ url: asked }) => {
      const { path, query } = targetOf(asked);
      const description = contracts.description(query) as ContractDescription;
      return answer(await description.write(address?.href ?? new URL(path, asked).href));
    }),
  );
  const calls = [...contracts.methods].map((method) => {
    const isCall = (uri: string): boolean =>
      isHere(uri) && contracts.mayBeCall(method, `http://nock.invalid${targetOf(uri).path}`);
    const interceptor = scope.intercept(isCall, method);
    interceptor.reply(
      replying(async (asked) => {
        const served = { method, ...asked };
        return answer(await replyTo(contracts, served, (input) => tape.play(input, NOT_RECORDED)));
      }),
    );
    return interceptor;
  });
  nock.disableNetConnect();
  const end = async (): Promise<void> => {
    for (const interceptor of [...calls, descriptions]) nock.removeInterceptor(interceptor);
    // The same applies in the other direction.
    if (address === undefined) nock.cleanAll();
    nock.enableNetConnect();
    await close();
  };
  return { close: end, ...asyncDisposal(end) };
}

type ReplyFunction = (...args: [uri: string, body: nockModule.Body]) => Promise<nockModule.ReplyFnResult>;

function replying(
  make: (asked: Pick<ServedRequest, 'url' | 'headers' | 'body'>) => Promise<nockModule.ReplyFnResult>,
): ReplyFunction {
  return async function reply(this: nockModule.ReplyFnContext, ...args: readonly unknown[]) {
    const [asked, body] = args;
    if (typeof asked !== 'string') {
      const request = asked as Request;
      const bytes = new Uint8Array(await request.arrayBuffer());
      return make({ url: request.url, headers: Object.fromEntries(request.headers), body: bytes });
    }
    const headers = flatHeaders(this.req.headers);
    return make({ url: `http://${headers['host'] ?? ''}${asked}`, headers, body: bytesOf(body as nockModule.Body) });
  };
}

function answer({ status, headers, body, lost }: Reply): nockModule.ReplyFnResult {
  if (lost !== undefined) throw Object.assign(new Error('the connection was lost'), { code: systemCodeOf(lost) });
  return [status, Buffer.from(body), headers];
}

function bytesOf(body: nockModule.Body): Uint8Array {
  if (typeof body !== 'string') return Buffer.from(JSON.stringify(body), 'utf8');
  // nock passes a body that is not UTF-8 as hexadecimal digits.
  return Buffer.from(body, /^(?:[0-9a-f]{2})+$/.test(body) ? 'hex' : 'utf8');
}
