import type nockModule from 'nock';
import { loadPeer } from '../../options/load-peer.js';

type Nock = typeof nockModule;

/**
 * Loads nock: here and nowhere else, so that whoever does not use it need not have it.
 *
 * @param require - by default as from this package
 * @throws ValidationError when it is not installed, or too old
 */
export function loadNock(require?: (name: string) => unknown): Nock {
  const peer = { name: 'nock', oldest: '14', neededBy: 'replayWithNock()' } as const;
  const loaded = loadPeer(peer, require) as Nock | { readonly default: Nock };
  // From version 15 on it is an ES module.
  return 'default' in loaded ? loaded.default : loaded;
}
