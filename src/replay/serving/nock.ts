import type nockModule from 'nock';
import { targetOf } from '../../local-server/target.js';
import { checkUrl, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions } from '../../options/table.js';
import { flatHeaders } from '../../transport/flat-headers.js';
import type { Cassette } from '../cassette/cassette.js';
import type { ContractDescription } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import { bytesOfHex } from '../foreign/body.js';
import { openToPlay } from './open-cassette.js';
import { type Reply, replyTo, systemCodeOf } from './reply.js';

const OPTIONS = {
  /**
   * The address of the gateway: only requests to it are played, and interceptors of your own are left alone. Default:
   * requests to any address are played, and all other interceptors of nock are removed.
   */
  url: optional(checkUrl),
};

/** Options of `replayWithNock`. */
export interface NockReplayOptions extends OptionsOf<typeof OPTIONS> {}

/** A cassette that is played through nock. */
export interface NockReplay {
  /**
   * Ends the playing, and lets connections be made again.
   *
   * @throws ReplayMissError as the cassette's own `close()` does, where it was opened by its path
   */
  close(): Promise<void>;
}

const NOT_RECORDED = { why: 'nothing is through nock', advice: 'to record it: startRecordingProxy()' };

const OLDEST_NOCK = 14;

/** Plays a cassette through nock. @throws ValidationError when that is not installed, or an argument is not usable */
export function playThroughNock(
  contracts: Contracts,
  cassette: string | URL | Cassette,
  options: NockReplayOptions,
): NockReplay {
  const { url } = readOptions(options, OPTIONS);
  const address = url === undefined ? undefined : new URL(url);
  const nock = loadNock();
  const { tape, close } = openToPlay(contracts, cassette);
  const isHere = (uri: string): boolean => {
    const { path } = targetOf(uri);
    if (address === undefined || path === address.pathname) return true;
    const { pathname } = address;
    return contracts.haveManyAddresses && path.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`);
  };
  // nock does not find those for any address behind those for one, even where these are used up.
  if (address === undefined) nock.cleanAll();
  const scope = nock(address?.origin ?? /.*/).persist();
  const descriptions = scope.get((uri) => isHere(uri) && contracts.description(targetOf(uri).query) !== undefined);
  descriptions.reply(async function reply(uri) {
    const { host = '' } = flatHeaders(this.req.headers);
    const { path, query } = targetOf(uri);
    const description = contracts.description(query) as ContractDescription;
    return answer(await description.write(address?.href ?? `http://${host}${path}`));
  });
  const calls = [...contracts.methods].map((method) => {
    const isCall = (uri: string): boolean =>
      isHere(uri) && contracts.mayBeCall(method, `http://nock.invalid${targetOf(uri).path}`);
    const interceptor = scope.intercept(isCall, method);
    interceptor.reply(async function reply(uri, body) {
      const headers = flatHeaders(this.req.headers);
      const served = { method, url: `http://${headers['host'] ?? ''}${uri}`, headers, body: bytesOf(body) };
      const reply = await replyTo(contracts, served, (asked) => tape.play(asked, NOT_RECORDED));
      return answer(reply);
    });
    return interceptor;
  });
  nock.disableNetConnect();
  return {
    close: async () => {
      for (const interceptor of [...calls, descriptions]) nock.removeInterceptor(interceptor);
      // The other way round, too.
      if (address === undefined) nock.cleanAll();
      nock.enableNetConnect();
      await close();
    },
  };
}

function answer({ status, headers, body, lost }: Reply): nockModule.ReplyFnResult {
  if (lost !== undefined) throw Object.assign(new Error('the connection was lost'), { code: systemCodeOf(lost) });
  return [status, Buffer.from(body), headers];
}

function bytesOf(body: nockModule.Body): Uint8Array {
  if (typeof body !== 'string') return Buffer.from(JSON.stringify(body), 'utf8');
  return bytesOfHex(body) ?? Buffer.from(body, 'utf8');
}

/** Loaded here and nowhere else: whoever does not use it need not have it. */
function loadNock(): typeof nockModule {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  const needed = `replayWithNock() needs nock ${OLDEST_NOCK} or later`;
  try {
    const { version } = require('nock/package.json') as { readonly version: string };
    if (Number.parseInt(version, 10) < OLDEST_NOCK) return invalid('nock', `is ${version}; ${needed}`);
    return require('nock') as typeof nockModule;
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND')) throw cause;
    return invalid('nock', `is not installed; ${needed}`, { cause });
  }
}
