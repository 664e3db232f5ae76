import { CassetteTransport } from './cassette/cassette.js';
import type { CassetteOptions } from './cassette/cassette-options.js';
import { cassetteSettings } from './cassette/cassette-settings.js';
import type { CallTold } from './cassette/track-player.js';
import { PROTOCOLS } from './protocols.js';

export type { CallFate, CallTold } from './cassette/track-player.js';

export function observedCassette(
  file: string,
  options: CassetteOptions,
  observe: (call: CallTold) => void,
): CassetteTransport {
  return new CassetteTransport(PROTOCOLS, cassetteSettings(PROTOCOLS, file, options, process.env), observe);
}
