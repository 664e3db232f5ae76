import type nockModule from 'nock';
import { loadPeer } from '../../options/load-peer.js';

type Nock = typeof nockModule;

/**
 * Loads nock. This is the only place, so that nock stays an optional dependency.
 *
 * @param require - default: the one of this package
 * @throws ValidationError if nock is not installed, or too old
 */
export function loadNock(require?: (name: string) => unknown): Nock {
  const peer = { name: 'nock', oldest: '14', neededBy: 'replayWithNock()' } as const;
  const loaded = loadPeer(peer, require) as Nock | { readonly default: Nock };
  // Since version 15 nock is an ES module.
  return 'default' in loaded ? loaded.default : loaded;
}
